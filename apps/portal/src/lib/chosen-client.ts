import { sessionStore } from '@gatehouse/api-client/safe-storage'
import { looks, type LookName } from '@gatehouse/validation/vocabulary'
import { createStore, useStore } from 'zustand'

const KEY = 'gatehouse.client'

interface ChosenClient {
  id: string
  /** Decides which pages its data has; undefined until known. */
  look?: LookName | undefined
}

function read(): ChosenClient | undefined {
  const [id, look] = (sessionStore.read(KEY) ?? '').split(' ')
  return id ? { id, look: looks.find((name) => name === look) } : undefined
}

const store = createStore<{ chosen: ChosenClient | undefined }>(() => ({ chosen: read() }))

/**
 * The client that a site_admin works in, in this tab; undefined for all clients. It survives a
 * reload.
 */
export const chosenClient = {
  /** Its id. */
  get: (): string | undefined => store.getState().chosen?.id,
  look: (): LookName | undefined => store.getState().chosen?.look,
  set(chosen: ChosenClient | undefined): void {
    sessionStore.write(KEY, chosen && `${chosen.id} ${chosen.look}`)
    store.setState({ chosen })
  },
  subscribe: store.subscribe,
}

export const useChosenClient = (): string | undefined => useStore(store, ({ chosen }) => chosen?.id)
export const useChosenLook = (): LookName | undefined => useStore(store, ({ chosen }) => chosen?.look)
