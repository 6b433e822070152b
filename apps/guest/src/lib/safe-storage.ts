/** Text by name; what a browser forbids to keep is not kept, and nothing breaks. */
export interface SafeStorage {
  read(name: string): string | undefined
  /** Removes the entry where there is no text. */
  write(name: string, text: string | undefined): void
}

/**
 * A browser's storage that may be missing, full or forbidden: private windows, embedded browsers and blocked cookies
 * make the very mention of it throw.
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
        // The page goes on without a memory.
      }
    },
  }
}

/** Keeps nothing: for a tablet that many people share. */
export const noStorage: SafeStorage = { read: () => undefined, write: () => {} }

/** The JSON value of a stored text, or undefined where there is none or it is broken. */
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
