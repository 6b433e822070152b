import { useSyncExternalStore } from 'react'
import { createStore } from 'zustand/vanilla'

const store = createStore(() => ({
  /** How many sign-ins wait to be sent. */
  waiting: 0,
}))

export const setWaiting = (waiting: number): void => store.setState({ waiting })

export function useWaiting(): number {
  const read = () => store.getState().waiting
  return useSyncExternalStore(store.subscribe, read, read)
}
