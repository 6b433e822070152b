import type { SafeStorage } from '@gatehouse/api-client/safe-storage'

export { localStore as local, sessionStore as session } from '@gatehouse/api-client/safe-storage'
export type { SafeStorage }

/** Stores nothing. For a kiosk, which many people share. */
export const noStorage: SafeStorage = { read: () => undefined, write: () => {} }

/** The value of a stored JSON text; undefined if it is missing or invalid. */
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
