import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { keptSecrets, writeSecrets } from './secrets.ts'

/** How many keys may be live: the one that signs, and the one before it. */
const LIVE_KEYS = 2

/**
 * Puts a fresh signing key before the present one in a data folder's secrets; an older one ends, and with it what it signed.
 * A running server takes it up by itself.
 * @returns how many keys are live now
 */
export async function rotateKeys(folder: string): Promise<number> {
  const secrets = await keptSecrets(folder)
  const sessionKeys = [randomBytes(32).toString('base64url'), ...secrets.sessionKeys].slice(0, LIVE_KEYS)
  await writeSecrets(folder, { ...secrets, sessionKeys })
  return sessionKeys.length
}

/** Where signing keys come from; `latest` is undefined as long as they are those that were read last. */
export interface KeySource {
  initial: readonly string[]
  latest?(): Promise<readonly string[] | undefined>
}

/** The keys of a data folder's secrets, read again when the file has changed. */
export function keyFile(folder: string, initial: readonly string[]): KeySource {
  const file = join(folder, 'secrets.json')
  let readAt = ''
  return {
    initial,
    async latest() {
      const { mtimeMs, ino, size } = await stat(file)
      const state = `${mtimeMs} ${ino} ${size}`
      if (state === readAt) return undefined
      const { sessionKeys } = await keptSecrets(folder)
      readAt = state
      return sessionKeys
    },
  }
}
