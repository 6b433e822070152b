import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const VERSION = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16

export interface Seal {
  /** Seals bytes so that they open only with the same context, such as the ids of the row they lie in. */
  seal(plain: Uint8Array, ...context: readonly string[]): Buffer
  /**
   * Opens them again.
   * @throws SealError where the key or the context is another one, or a bit was changed
   */
  open(sealed: Uint8Array, ...context: readonly string[]): Buffer
}

/** What was sealed does not open. Whoever runs the installation reads this in the log. */
export class SealError extends Error {
  override name = 'SealError'

  constructor() {
    super(
      'What was sealed here does not open: SECRET_KEY opens another data key than the one it was sealed with.',
    )
  }
}

/**
 * Encrypts what the database must not be able to read (AES-256-GCM, NIST SP 800-38D; the key by HKDF, RFC 5869, from the
 * root key, base64url, and the purpose). The bytes are version, nonce, tag and text.
 */
export function createSeal(rootKey: string, purpose: string): Seal {
  const key = Buffer.from(
    hkdfSync('sha256', Buffer.from(rootKey, 'base64url'), '', `gatehouse sealed ${purpose}`, 32),
  )
  return {
    seal(plain, ...context) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      cipher.setAAD(associated(context))
      const text = Buffer.concat([cipher.update(plain), cipher.final()])
      return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), text])
    },
    open(sealed, ...context) {
      if (sealed[0] !== VERSION || sealed.length < 1 + NONCE_BYTES + TAG_BYTES) throw new SealError()
      const nonce = sealed.subarray(1, 1 + NONCE_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
      decipher.setAAD(associated(context))
      decipher.setAuthTag(sealed.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES))
      const text = decipher.update(sealed.subarray(1 + NONCE_BYTES + TAG_BYTES))
      try {
        return Buffer.concat([text, decipher.final()])
      } catch {
        throw new SealError()
      }
    },
  }
}

/** What opens, or the error where it does not: for whoever has to do something about it first. */
export function openOrNot(open: () => Buffer): Buffer | SealError {
  try {
    return open()
  } catch (error) {
    if (error instanceof SealError) return error
    throw error
  }
}

/** Parts that cannot run into each other. */
function associated(context: readonly string[]): Buffer {
  return Buffer.from(JSON.stringify(context))
}
