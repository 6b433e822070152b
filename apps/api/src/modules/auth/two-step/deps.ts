import type { Cipher } from '../../../lib/encryption.ts'
import type { KeyedHash } from '../../../lib/keyed-hash.ts'

/** The keys of second factors. */
export interface TwoStepDeps {
  /** Encrypts seeds, and recovery codes while they are prepared. */
  cipher: Cipher
  recoveryHash: KeyedHash
  deviceHash: KeyedHash
}
