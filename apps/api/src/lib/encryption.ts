import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const VERSION = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16

export type Cipher = ReturnType<typeof createCipher>

/** The bytes cannot be decrypted. The message is for the operator, in the log. */
export class DecryptionError extends Error {
  override name = 'DecryptionError'

  constructor() {
    super(
      'Stored data cannot be decrypted: SECRET_KEY belongs to another data key than the one it was encrypted with.',
    )
  }
}

/**
 * Creates a cipher for data that must not be readable in the database (AES-256-GCM, NIST SP
 * 800-38D). Its key is derived from the root key, base64url, and the purpose (HKDF, RFC 5869). The
 * encrypted bytes are version, nonce, tag and ciphertext.
 */
export function createCipher(rootKey: string, purpose: string) {
  // The text before the purpose is part of every key and must never change.
  const key = Buffer.from(
    hkdfSync('sha256', Buffer.from(rootKey, 'base64url'), '', `gatehouse sealed ${purpose}`, 32),
  )
  return {
    /** Encrypts bytes. Decrypting them needs the same context, such as the ids of their row. */
    encrypt(plain: Uint8Array, ...context: readonly string[]): Buffer {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      cipher.setAAD(associated(context))
      const text = Buffer.concat([cipher.update(plain), cipher.final()])
      return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), text])
    },
    /**
     * Decrypts bytes.
     * @throws DecryptionError where the key or the context differs, or a bit was changed
     */
    decrypt(encrypted: Uint8Array, ...context: readonly string[]): Buffer {
      if (encrypted[0] !== VERSION || encrypted.length < 1 + NONCE_BYTES + TAG_BYTES)
        throw new DecryptionError()
      const nonce = encrypted.subarray(1, 1 + NONCE_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
      decipher.setAAD(associated(context))
      decipher.setAuthTag(encrypted.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES))
      const text = decipher.update(encrypted.subarray(1 + NONCE_BYTES + TAG_BYTES))
      try {
        return Buffer.concat([text, decipher.final()])
      } catch {
        throw new DecryptionError()
      }
    },
  }
}

/** Decrypts, and returns the error instead of throwing, for callers that handle it. */
export function tryDecrypt(decrypt: () => Buffer): Buffer | DecryptionError {
  try {
    return decrypt()
  } catch (error) {
    if (error instanceof DecryptionError) return error
    throw error
  }
}

/** Encodes the context so that different parts never give the same bytes. */
function associated(context: readonly string[]): Buffer {
  return Buffer.from(JSON.stringify(context))
}
