const STORAGE_KEY = 'gatehouse.session'

export interface TokenStore {
  get(): string | undefined
  set(token: string | undefined): void
  /** Told when the token changes, in this window or in another one of the same browser. */
  subscribe(listener: () => void): () => void
}

/** Keeps the staff session's token where every staff app of the origin finds it. It is worthless without its cookie half. */
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
