import { cipherPurposes, hashPurposes } from './config/key-purposes.ts'
import { createCipher } from './lib/encryption.ts'
import { keyedHash } from './lib/keyed-hash.ts'
import { createLogDigests } from './modules/access-log/chain/digests.ts'
import { createApiKeyTokens } from './modules/api-keys/key-tokens.ts'
import { createDeviceCookies } from './modules/auth/device-cookies.ts'
import { createOneTimeTokens } from './modules/auth/one-time-tokens.ts'
import type { TwoStepDeps } from './modules/auth/second-factors.ts'
import { createCheckOutTokens } from './modules/check-in/check-out-token.ts'
import { createDraftTokens } from './modules/check-in/draft-tokens.ts'
import { createHostRefs } from './modules/check-in/choose-host.ts'
import { createInvitations } from './modules/clients/invitations.ts'
import { createDeviceTokens } from './modules/devices/device-tokens.ts'
import { createBanKeys, createPersonKeys } from './modules/identity/person-key.ts'
import { createHandInTokens } from './modules/muster/hand-in-tokens.ts'
import { createAccessPins } from './modules/users/access-pins.ts'

export type Keys = ReturnType<typeof createKeys>

/**
 * Creates everything that uses a key derived from the data key. Session tokens are signed
 * with other keys.
 * @param dataKey 32 bytes, base64url
 */
export function createKeys(dataKey: string) {
  const hash = (purpose: keyof typeof hashPurposes) => keyedHash(dataKey, hashPurposes[purpose])
  const cipher = (purpose: keyof typeof cipherPurposes) => createCipher(dataKey, cipherPurposes[purpose])
  const people = hash('people')
  const twoStep: TwoStepDeps = {
    cipher: cipher('twoStep'),
    recoveryHash: hash('recoveryCodes'),
    deviceHash: hash('rememberedDevices'),
  }
  return {
    personKeys: createPersonKeys(people),
    banKeys: createBanKeys(people),
    twoStep,
    links: createOneTimeTokens(hash('oneTimeTokens')),
    deviceCookies: createDeviceCookies(hash('deviceCookies')),
    firstAdmin: hash('firstAdmin'),
    invitations: createInvitations(hash('clientInvitations')),
    accessPins: createAccessPins(hash('accessPins')),
    deviceTokens: createDeviceTokens(hash('deviceTokens')),
    apiKeys: createApiKeyTokens(hash('apiKeys')),
    handInTokens: createHandInTokens(hash('musterHandIn')),
    checkOutTokens: createCheckOutTokens(hash('checkOutTokens')),
    drafts: createDraftTokens(cipher('checkInDrafts')),
    hostRefs: createHostRefs(cipher('hostRefs')),
    externalApis: cipher('externalApis'),
    webhooks: cipher('webhooks'),
    creations: cipher('creations'),
    logDigests: createLogDigests(hash('logChain')),
    rateLimits: hash('rateLimits'),
  }
}
