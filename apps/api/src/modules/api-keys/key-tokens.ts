import { randomBytes, timingSafeEqual } from 'node:crypto'
import { bytesOfId, idOfBytes } from '../../lib/ids.ts'
import type { KeyedHash } from '../../lib/keyed-hash.ts'

export type ApiKeyTokens = ReturnType<typeof createApiKeyTokens>

/** People and secret scanners recognise a key by this prefix. */
export const keyMark = 'gh_'

const SECRET_BYTES = 32
const ID_BYTES = 16
const TOKEN = new RegExp(`^${keyMark}[\\w-]{86}$`)
/** The part of a key that stays visible in the list: 48 of its 256 random bits. */
const PREFIX_CHARACTERS = keyMark.length + 8

/**
 * API keys: 32 random bytes plus the ids of client and key, so no lookup across tenants is needed.
 * Only a keyed hash is stored.
 */
export function createApiKeyTokens(hash: KeyedHash) {
  const hashOf = (token: string): Uint8Array => hash.digest('key', token)
  return {
    mint({ clientId, keyId }: { clientId: string; keyId: string }) {
      const bytes = Buffer.concat([randomBytes(SECRET_BYTES), bytesOfId(clientId), bytesOfId(keyId)])
      const token = `${keyMark}${bytes.toString('base64url')}`
      return { token, prefix: token.slice(0, PREFIX_CHARACTERS), hash: hashOf(token) }
    },
    /** The ids in a key. They are unverified until its hash is compared. */
    read(token: string): { clientId: string; keyId: string } | undefined {
      if (!TOKEN.test(token)) return undefined
      const ids = Buffer.from(token.slice(keyMark.length), 'base64url').subarray(SECRET_BYTES)
      return { clientId: idOfBytes(ids.subarray(0, ID_BYTES)), keyId: idOfBytes(ids.subarray(ID_BYTES)) }
    },
    isValid: (token: string, stored: Uint8Array): boolean => timingSafeEqual(hashOf(token), stored),
  }
}
