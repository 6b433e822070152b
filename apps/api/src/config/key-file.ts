import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { existingSecrets, writeSecrets } from './secrets.ts'

/** How many keys are valid: the signing key and its predecessor. */
const LIVE_KEYS = 2

/**
 * Adds a signing key to the secrets of a data folder and keeps the present one for verification.
 * Tokens signed by an older key become invalid. A running server reads the change without a
 * restart.
 * @returns the number of valid keys
 */
export async function rotateKeys(folder: string): Promise<number> {
  const secrets = await existingSecrets(folder)
  const sessionKeys = [randomBytes(32).toString('base64url'), ...secrets.sessionKeys].slice(0, LIVE_KEYS)
  await writeSecrets(folder, { ...secrets, sessionKeys })
  return sessionKeys.length
}

/**
 * A source of signing keys. `latest` returns undefined where they have not changed since its last
 * call.
 */
export interface KeySource {
  initial: readonly string[]
  latest?(): Promise<readonly string[] | undefined>
}

/** The keys in the secrets of a data folder. Reads them again when the file has changed. */
export function keyFile(folder: string, initial: readonly string[]): KeySource {
  const file = join(folder, 'secrets.json')
  let readAt = ''
  return {
    initial,
    async latest() {
      const { mtimeMs, ino, size } = await stat(file)
      const state = `${mtimeMs} ${ino} ${size}`
      if (state === readAt) return undefined
      const { sessionKeys } = await existingSecrets(folder)
      readAt = state
      return sessionKeys
    },
  }
}
