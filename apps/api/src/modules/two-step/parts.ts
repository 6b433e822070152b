import { type KeyedHash, keyedHash } from '../../lib/keyed-hash.ts'
import { createSeal, type Seal } from '../../lib/sealed.ts'

/** What second steps are kept with. */
export interface TwoStepParts {
  /** Seeds, and recovery codes while they are prepared. */
  seal: Seal
  recoveryHash: KeyedHash
  deviceHash: KeyedHash
}

export function createTwoStepParts(secretKey: string): TwoStepParts {
  return {
    seal: createSeal(secretKey, 'two-step'),
    recoveryHash: keyedHash(secretKey, 'recovery codes'),
    deviceHash: keyedHash(secretKey, 'remembered devices'),
  }
}
