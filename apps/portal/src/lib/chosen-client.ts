import { useSyncExternalStore } from 'react'

const KEY = 'gatehouse.client'
const listeners = new Set<() => void>()

function read(): string | undefined {
  try {
    return sessionStorage.getItem(KEY) ?? undefined
  } catch {
    return undefined
  }
}

let current = read()

/** The id of the client that a site_admin works in, in this tab; undefined for all clients. It outlives a reload. */
export const chosenClient = {
  get: (): string | undefined => current,
  set(id: string | undefined): void {
    current = id
    try {
      if (id === undefined) sessionStorage.removeItem(KEY)
      else sessionStorage.setItem(KEY, id)
    } catch {
      // Then a reload starts with all clients again.
    }
    for (const listener of listeners) listener()
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

export function useChosenClient(): string | undefined {
  return useSyncExternalStore(chosenClient.subscribe, chosenClient.get)
}
