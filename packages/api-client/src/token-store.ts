import { localStore, type SafeStorage } from './safe-storage.ts'

const STORAGE_KEY = 'gatehouse.session'

export interface TokenStore {
  get(): string | undefined
  set(token: string | undefined): void
  /** Called when the token changes in this window or in another one of the browser. */
  subscribe(listener: () => void): () => void
}

/**
 * Stores the staff session's token for all staff apps of the origin. Without the session-binding
 * cookie it is worthless. Without browser storage it lasts as long as the page.
 */
export function createTokenStore(storage: SafeStorage = localStore): TokenStore {
  let unstored: string | undefined
  const listeners = new Set<() => void>()
  const tell = () => listeners.forEach((listener) => listener())
  addEventListener('storage', (event) => {
    if (event.key === STORAGE_KEY || event.key === null) tell()
  })
  return {
    get: () => unstored ?? storage.read(STORAGE_KEY),
    set(token) {
      storage.write(STORAGE_KEY, token)
      unstored = storage.read(STORAGE_KEY) === token ? undefined : token
      tell()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
