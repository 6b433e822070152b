import { timingSafeEqual } from 'node:crypto'
import { bytesOfId, idOfBytes } from './ids.ts'
import type { KeyedHash } from './keyed-hash.ts'

const ID_BYTES = 16
const MAC_BYTES = 32

/** Tokens of a fixed number of ids and a keyed hash over them, base64url. They are not stored. */
export function createSignedIds(
  hash: KeyedHash,
  count: number,
): { write(ids: readonly string[]): string; read(token: string): string[] | undefined } {
  const idsBytes = count * ID_BYTES
  return {
    write(ids) {
      const bytes = Buffer.concat(ids.map(bytesOfId))
      if (bytes.length !== idsBytes) throw new RangeError(`A token names ${count} ids`)
      return Buffer.concat([bytes, hash.digest(bytes)]).toString('base64url')
    },
    /** Undefined for a forged token. */
    read(token) {
      const bytes = Buffer.from(token, 'base64url')
      if (bytes.length !== idsBytes + MAC_BYTES || bytes.toString('base64url') !== token) return undefined
      const ids = bytes.subarray(0, idsBytes)
      if (!timingSafeEqual(hash.digest(ids), bytes.subarray(idsBytes))) return undefined
      return Array.from({ length: count }, (_, at) =>
        idOfBytes(ids.subarray(at * ID_BYTES, (at + 1) * ID_BYTES)),
      )
    },
  }
}
