import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { keptSecrets, writeSecrets } from './secrets.ts'

/** How many keys are valid: the one that signs, and the one before it. */
const LIVE_KEYS = 2

/**
 * Adds a new signing key to a data folder's secrets and keeps the present one for verification. An older key is dropped, and
 * what it signed is no longer valid. A running server reads the change without a restart.
 * @returns how many keys are valid now
 */
export async function rotateKeys(folder: string): Promise<number> {
  const secrets = await keptSecrets(folder)
  const sessionKeys = [randomBytes(32).toString('base64url'), ...secrets.sessionKeys].slice(0, LIVE_KEYS)
  await writeSecrets(folder, { ...secrets, sessionKeys })
  return sessionKeys.length
}

/** A source of signing keys. `latest` returns undefined where they have not changed since it was called last. */
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
