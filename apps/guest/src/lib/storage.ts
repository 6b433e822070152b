/** Stored texts by name. It never throws: what the browser does not allow to store is not stored. */
export interface SafeStorage {
  read(name: string): string | undefined
  /** Removes the entry where `text` is undefined. */
  write(name: string, text: string | undefined): void
}

/**
 * A browser storage that may be missing, full or forbidden. In private windows, in embedded browsers and where cookies are
 * blocked, already the access to `localStorage` throws.
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

export const local = safeStorage(() => localStorage)
export const session = safeStorage(() => sessionStorage)

/** Stores nothing. For a kiosk, which many people share. */
export const noStorage: SafeStorage = { read: () => undefined, write: () => {} }

/** The value of a stored JSON text. Undefined where there is none or the JSON is invalid. */
export function parseStored(text: string | undefined): unknown {
  if (text === undefined) return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
