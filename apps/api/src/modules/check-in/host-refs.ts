import { type Cipher, tryDecrypt } from '../../lib/encryption.ts'
import { bytesOfId, idOfBytes } from '../../lib/ids.ts'

/**
 * What names a person whom a visitor may pick. It is the id, encrypted for one method: nobody can count such references up, or compare those
 * of two searches or two methods.
 */
export interface HostRefs {
  of(userId: string, methodId: string): string
  /** The id of the person; undefined for a forged reference, and for one of another method. */
  read(ref: string, methodId: string): string | undefined
}

const ID_BYTES = 16

export function createHostRefs(cipher: Cipher): HostRefs {
  return {
    of: (userId, methodId) => cipher.encrypt(bytesOfId(userId), methodId).toString('base64url'),
    read(ref, methodId) {
      const plain = tryDecrypt(() => cipher.decrypt(Buffer.from(ref, 'base64url'), methodId))
      return plain instanceof Error || plain.length !== ID_BYTES ? undefined : idOfBytes(plain)
    },
  }
}
