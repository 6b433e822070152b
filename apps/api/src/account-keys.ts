import { keyedHash } from './lib/keyed-hash.ts'
import { createKnownDevices } from './modules/auth/known-device.ts'
import { createOneTimeTokens } from './modules/auth/one-time-tokens.ts'
import { createTwoStepParts } from './modules/two-step/parts.ts'

/** What accounts are guarded with, each derived from the installation's data key for its own purpose. */
export function createAccountKeys(dataKey: string) {
  return {
    twoStep: createTwoStepParts(dataKey),
    links: createOneTimeTokens(keyedHash(dataKey, 'one-time links')),
    knownDevices: createKnownDevices(keyedHash(dataKey, 'known devices')),
    firstAdmin: keyedHash(dataKey, 'first administrator'),
  }
}
