import { localStore, type SafeStorage } from '@gatehouse/api-client/safe-storage'
import * as v from 'valibot'

const KEY = 'gatehouse.remembered-devices'
/** A shared computer has a few accounts. The one used longest ago is dropped first. */
const MAX_ENTRIES = 20

const Tokens = v.record(v.string(), v.string())

/**
 * The tokens that replace the second factor in this browser: one per account, under its email. The
 * server expires each after 30 days.
 */
export function rememberTokens(storage: SafeStorage) {
  const read = (): Record<string, string> => {
    const stored = v.safeParse(v.pipe(v.string(), v.parseJson(), Tokens), storage.read(KEY))
    return stored.success ? stored.output : {}
  }
  /** Without storage every login asks for the second factor. */
  const write = (tokens: [string, string][]) =>
    storage.write(KEY, JSON.stringify(Object.fromEntries(tokens.slice(-MAX_ENTRIES))))
  const othersThan = (email: string) => Object.entries(read()).filter(([known]) => known !== keyOf(email))
  return {
    get(email: string): string | undefined {
      return new Map(Object.entries(read())).get(keyOf(email))
    },
    set(email: string, token: string): void {
      write([...othersThan(email), [keyOf(email), token]])
    },
    drop(email: string): void {
      write(othersThan(email))
    },
  }
}

function keyOf(email: string): string {
  return email.trim().normalize('NFC').toLowerCase()
}

export const ownRememberTokens = rememberTokens(localStore)
