import { randomBytes } from 'node:crypto'
import { limits } from '@gatehouse/validation/limits'
import type { FirstCode } from './code-guessing.ts'
import { tryDecrypt, type Cipher } from '../../lib/encryption.ts'

/** The form that a sign-in page hands out with its data: wrong codes are counted by it. */
export interface Draft {
  id: string
  /** A temperature code that waits for a second one. */
  first: FirstCode | undefined
}

export interface DraftTokens {
  /** A fresh draft of a method, or the same one with a code that waits. */
  issue(methodId: string, now: Date, draft?: { [Part in keyof Draft]: Draft[Part] | undefined }): string
  /** The draft behind a token; undefined where it is none of ours, of another method, or too old. */
  read(token: string, methodId: string, now: Date): Draft | undefined
}

const ID_BYTES = 12
const TIME_BYTES = 6
const ENDS_AT = ID_BYTES
const FIRST_AT = ENDS_AT + TIME_BYTES
const CODE_AT = FIRST_AT + TIME_BYTES
const PLAIN_BYTES = CODE_AT + limits.verificationCodeDigits
const LIFE_MS = limits.draftMinutes * 60_000

/**
 * Drafts are kept by nobody: the token holds all of it, encrypted for its method. All tokens are of equal length, so that nobody sees
 * whether a code lies in one.
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
