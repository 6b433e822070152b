const STORAGE_KEY = 'gatehouse.session'

export interface TokenStore {
  get(): string | undefined
  set(token: string | undefined): void
  /** Puts another token of the same session in the place of this one, unless the session has changed meanwhile. Nobody is told. */
  replace(token: string, next: string): void
  /** Called when another session begins or this one ends, in this window or in another one of the browser. */
  subscribe(listener: () => void): () => void
}

/** A claim of a token, which only the server verifies. */
export function claimOf(token: string | undefined, name: 'sub' | 'sid'): string | undefined {
  const [, payload = ''] = token?.split('.') ?? []
  try {
    const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as Record<
      string,
      unknown
    >
    return typeof claims[name] === 'string' ? claims[name] : undefined
  } catch {
    return undefined
  }
}

/** Stores the staff session's token for all staff apps of the origin. Without the session-binding cookie it is worthless. */
export function createTokenStore(storage: Storage = localStorage): TokenStore {
  const listeners = new Set<() => void>()
  const get = () => storage.getItem(STORAGE_KEY) ?? undefined
  let told = get()
  const tell = () => {
    const [before, now] = [told, get()]
    told = now
    const isRenewed = before !== now && now !== undefined && claimOf(before, 'sid') === claimOf(now, 'sid')
    if (!isRenewed) listeners.forEach((listener) => listener())
  }
  addEventListener('storage', (event) => {
    if (event.key === STORAGE_KEY || event.key === null) tell()
  })
  return {
    get,
    replace(token, next) {
      if (get() !== token) return
      storage.setItem(STORAGE_KEY, next)
      told = next
    },
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
