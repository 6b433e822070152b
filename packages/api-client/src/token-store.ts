const STORAGE_KEY = 'gatehouse.session'

export interface TokenStore {
  get(): string | undefined
  set(token: string | undefined): void
  /** Called when the token changes in this window or in another one of the browser. */
  subscribe(listener: () => void): () => void
}

/** Stores the staff session's token for all staff apps of the origin. Without the session-binding cookie it is worthless. */
export function createTokenStore(storage: Storage = localStorage): TokenStore {
  const listeners = new Set<() => void>()
  const tell = () => listeners.forEach((listener) => listener())
  addEventListener('storage', (event) => {
    if (event.key === STORAGE_KEY || event.key === null) tell()
  })
  return {
    get: () => storage.getItem(STORAGE_KEY) ?? undefined,
    set(token) {
      if (token === undefined) storage.removeItem(STORAGE_KEY)
      else storage.setItem(STORAGE_KEY, token)
      tell()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
