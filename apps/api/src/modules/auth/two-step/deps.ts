import { type KeyedHash, keyedHash } from '../../../lib/keyed-hash.ts'
import { createCipher, type Cipher } from '../../../lib/encryption.ts'

/** What second steps are kept with. */
export interface TwoStepDeps {
  /** Seeds, and recovery codes while they are prepared. */
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
