import { createHmac, hkdfSync } from 'node:crypto'

export type KeyedHash = ReturnType<typeof keyedHash>

/**
 * A keyed hash for one purpose (HMAC-SHA-256; key by HKDF, RFC 5869). Hashes of two purposes never
 * match. Without the key, names and numbers can't be tested against them.
 */
export function keyedHash(rootKey: string, purpose: string) {
  const key = Buffer.from(
    hkdfSync('sha256', Buffer.from(rootKey, 'base64url'), '', `gatehouse ${purpose}`, 32),
  )
  return {
    /** 32 bytes. Each part is hashed with its length, so different parts give different inputs. */
    digest(...parts: readonly (string | Uint8Array)[]): Buffer {
      const hmac = createHmac('sha256', key)
      const length = Buffer.alloc(4)
      for (const part of parts) {
        const bytes = typeof part === 'string' ? Buffer.from(part) : part
        length.writeUInt32BE(bytes.length)
        hmac.update(length).update(bytes)
      }
      return hmac.digest()
    },
  }
}
