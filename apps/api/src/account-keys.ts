import { keyedHash } from './lib/keyed-hash.ts'
import { createKnownDevices } from './modules/auth/known-device.ts'
import { createOneTimeTokens } from './modules/auth/one-time-tokens.ts'
import { createTwoStepParts } from './modules/two-step/parts.ts'

/** What accounts are guarded with, each derived from the installation's secret key for its own purpose. */
export function createAccountKeys(secretKey: string) {
  return {
    twoStep: createTwoStepParts(secretKey),
    links: createOneTimeTokens(keyedHash(secretKey, 'one-time links')),
    knownDevices: createKnownDevices(keyedHash(secretKey, 'known devices')),
    firstAdmin: keyedHash(secretKey, 'first administrator'),
  }
}
