import { type KeyedHash, keyedHash } from '../../../lib/keyed-hash.ts'
import { createCipher, type Cipher } from '../../../lib/encryption.ts'

/** The keys of second factors. */
export interface TwoStepDeps {
  /** Encrypts seeds, and recovery codes while they are prepared. */
  cipher: Cipher
  recoveryHash: KeyedHash
  deviceHash: KeyedHash
}

export function createTwoStepDeps(secretKey: string): TwoStepDeps {
  return {
    cipher: createCipher(secretKey, 'two-step'),
    recoveryHash: keyedHash(secretKey, 'recovery codes'),
    deviceHash: keyedHash(secretKey, 'remembered devices'),
  }
}
