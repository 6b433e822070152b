import { keyedHash } from './lib/keyed-hash.ts'
import { createDeviceCookies } from './modules/auth/device-cookies.ts'
import { createOneTimeTokens } from './modules/auth/one-time-tokens.ts'
import { createTwoStepDeps } from './modules/auth/two-step/deps.ts'

/** What accounts are guarded with, each derived from the installation's data key for its own purpose. */
export function createAccountKeys(dataKey: string) {
  return {
    twoStep: createTwoStepDeps(dataKey),
    links: createOneTimeTokens(keyedHash(dataKey, 'one-time links')),
    deviceCookies: createDeviceCookies(keyedHash(dataKey, 'known devices')),
    firstAdmin: keyedHash(dataKey, 'first administrator'),
  }
}
