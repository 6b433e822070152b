import type { Cipher } from '../../../lib/encryption.ts'
import type { KeyedHash } from '../../../lib/keyed-hash.ts'

/** The keys of second factors. */
export interface TwoStepDeps {
  /** Encrypts TOTP seeds, and recovery codes until they are in force. */
  cipher: Cipher
  recoveryHash: KeyedHash
  deviceHash: KeyedHash
}
