/** Stored texts by name. It never throws: what the browser refuses to store is not stored. */
export interface SafeStorage {
  read(name: string): string | undefined
  /** Removes the entry where `text` is undefined. */
  write(name: string, text: string | undefined): void
}

/**
 * A browser storage that may be missing, full or forbidden. In private windows, in embedded
 * browsers and with blocked cookies, even the access to `localStorage` throws.
 */
export function safeStorage(open: () => Storage): SafeStorage {
  return {
    read(name) {
      try {
        return open().getItem(name) ?? undefined
      } catch {
        return undefined
      }
    },
    write(name, text) {
      try {
        if (text === undefined) open().removeItem(name)
        else open().setItem(name, text)
      } catch {
        // The page works without storage.
      }
    },
  }
}

/** Longer than any session token. */
const probe = '1'.repeat(2000)

/** Whether the browser keeps stored data. It does not where storage is blocked or full. */
export function keeps(storage: SafeStorage): boolean {
  const name = 'gatehouse.probe'
  storage.write(name, probe)
  const isKept = storage.read(name) === probe
  storage.write(name, undefined)
  return isKept
}

export const localStore = safeStorage(() => localStorage)
export const sessionStore = safeStorage(() => sessionStorage)
