import { randomBytes } from 'node:crypto'
import { serverLimits } from '@gatehouse/validation/limits'
import { tryDecrypt, type Cipher } from '../../lib/encryption.ts'

const ID_BYTES = 12
const TIME_BYTES = 6
const LIFE_MS = serverLimits.draftMinutes * 60_000

export type DraftTokens = ReturnType<typeof createDraftTokens>

/** Drafts are not stored: the token has the draft's id and expiry, encrypted for its method. */
export function createDraftTokens(cipher: Cipher) {
  return {
    /** A token for a new draft: one opened sign-in page of a method. */
    issue(methodId: string, now: Date): string {
      const plain = Buffer.alloc(ID_BYTES + TIME_BYTES)
      randomBytes(ID_BYTES).copy(plain)
      plain.writeUIntBE(now.getTime() + LIFE_MS, ID_BYTES, TIME_BYTES)
      return cipher.encrypt(plain, methodId).toString('base64url')
    },
    /** The id of a token's draft; undefined if it is forged, expired or of another method. */
    read(token: string, methodId: string, now: Date): string | undefined {
      const plain = tryDecrypt(() => cipher.decrypt(Buffer.from(token, 'base64url'), methodId))
      if (plain instanceof Error || plain.length !== ID_BYTES + TIME_BYTES) return undefined
      if (plain.readUIntBE(ID_BYTES, TIME_BYTES) <= now.getTime()) return undefined
      return plain.toString('base64url', 0, ID_BYTES)
    },
  }
}
