import { looks, type LookName } from '@gatehouse/validation/vocabulary'
import { useSyncExternalStore } from 'react'

const KEY = 'gatehouse.client'
const listeners = new Set<() => void>()

interface ChosenClient {
  id: string
  /** Says which pages there are for its data; undefined until it is known. */
  look?: LookName | undefined
}

function read(): ChosenClient | undefined {
  try {
    const [id, look] = (sessionStorage.getItem(KEY) ?? '').split(' ')
    return id ? { id, look: looks.find((name) => name === look) } : undefined
  } catch {
    return undefined
  }
}

let current = read()

/** The client that a site_admin works in, in this tab; undefined for all clients. It outlives a reload. */
export const chosenClient = {
  /** Its id. */
  get: (): string | undefined => current?.id,
  look: (): LookName | undefined => current?.look,
  set(chosen: ChosenClient | undefined): void {
    current = chosen
    try {
      if (chosen === undefined) sessionStorage.removeItem(KEY)
      else sessionStorage.setItem(KEY, `${chosen.id} ${chosen.look}`)
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
