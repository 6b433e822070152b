import { timingSafeEqual } from 'node:crypto'
import { type ClientScope, clientScope } from '../../db/scopes.ts'
import type { KeyedHash } from '../../lib/keyed-hash.ts'

export interface VisitName {
  clientId: string
  visitId: string
}

export interface CheckOutTokens {
  /** The token of a visit. It is derived from the ids, so a repeated sign-in answers the same token and none is stored. */
  of(visit: VisitName): string
  /** The visit of a token and the scope to end it in; undefined for a forged token. */
  read(token: string): { scope: ClientScope; visitId: string } | undefined
}

const ID_BYTES = 16
const MAC_BYTES = 32

/** Base64url of client id, visit id and a keyed hash over both: 86 characters. */
export function createCheckOutTokens(hash: KeyedHash): CheckOutTokens {
  return {
    of({ clientId, visitId }) {
      const ids = Buffer.concat([bytesOf(clientId), bytesOf(visitId)])
      return Buffer.concat([ids, hash.digest(ids)]).toString('base64url')
    },
    read(token) {
      const bytes = Buffer.from(token, 'base64url')
      if (bytes.length !== 2 * ID_BYTES + MAC_BYTES || bytes.toString('base64url') !== token) return undefined
      const ids = bytes.subarray(0, 2 * ID_BYTES)
      if (!timingSafeEqual(hash.digest(ids), bytes.subarray(2 * ID_BYTES))) return undefined
      return { scope: clientScope(idOf(ids.subarray(0, ID_BYTES))), visitId: idOf(ids.subarray(ID_BYTES)) }
    },
  }
}

function bytesOf(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex')
}

function idOf(bytes: Buffer): string {
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
