import { randomBytes } from 'node:crypto'
import { limits, serverLimits } from '@gatehouse/validation/limits'
import type { FirstCode } from './code-guessing.ts'
import { tryDecrypt, type Cipher } from '../../lib/encryption.ts'

/** Identifies one opened sign-in page. Check-ins and wrong codes are counted per draft. */
export interface Draft {
  id: string
  /** A temperature code that waits for a second one. */
  first: FirstCode | undefined
}

export interface DraftTokens {
  /** A token for a new draft of a method, or for the given draft with its first code. */
  issue(methodId: string, now: Date, draft?: { [Part in keyof Draft]: Draft[Part] | undefined }): string
  /** The draft of a token; undefined for a forged one, one of another method, and an expired one. */
  read(token: string, methodId: string, now: Date): Draft | undefined
}

const ID_BYTES = 12
const TIME_BYTES = 6
const ENDS_AT = ID_BYTES
const FIRST_AT = ENDS_AT + TIME_BYTES
const CODE_AT = FIRST_AT + TIME_BYTES
const PLAIN_BYTES = CODE_AT + limits.verificationCodeDigits
const LIFE_MS = serverLimits.draftMinutes * 60_000

/**
 * A draft is stored nowhere: its token holds all of it, encrypted for its method. All tokens have the same length, so the length does
 * not reveal whether a token holds a code.
 */
export function createDraftTokens(cipher: Cipher): DraftTokens {
  return {
    issue(methodId, now, draft) {
      const plain = Buffer.alloc(PLAIN_BYTES)
      const idBytes = draft?.id === undefined ? randomBytes(ID_BYTES) : Buffer.from(draft.id, 'base64url')
      idBytes.copy(plain)
      plain.writeUIntBE(now.getTime() + LIFE_MS, ENDS_AT, TIME_BYTES)
      if (draft?.first) {
        plain.writeUIntBE(draft.first.at.getTime(), FIRST_AT, TIME_BYTES)
        plain.write(draft.first.code, CODE_AT, 'latin1')
      }
      return cipher.encrypt(plain, methodId).toString('base64url')
    },
    read(token, methodId, now) {
      const plain = tryDecrypt(() => cipher.decrypt(Buffer.from(token, 'base64url'), methodId))
      if (plain instanceof Error || plain.length !== PLAIN_BYTES) return undefined
      if (plain.readUIntBE(ENDS_AT, TIME_BYTES) <= now.getTime()) return undefined
      const id = plain.toString('base64url', 0, ID_BYTES)
      const at = plain.readUIntBE(FIRST_AT, TIME_BYTES)
      if (at === 0) return { id, first: undefined }
      return { id, first: { code: plain.toString('latin1', CODE_AT), at: new Date(at) } }
    },
  }
}
