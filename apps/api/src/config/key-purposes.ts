/**
 * What keys are derived for (HKDF, RFC 5869): each purpose gives a key of its own. A text here must never change, or nothing that
 * was made with its key is recognised or can be read any more: `keys.test.ts` pins them by fixed vectors.
 */
export const hashPurposes = {
  /** The person keys by which visitors, users and bans are recognised. Lost: nobody is recognised, and no ban holds. */
  people: 'person',
  /** Links by mail for a new password or a new address. */
  oneTimeTokens: 'one-time links',
  /** The cookie of a device on which somebody has logged in before. */
  deviceCookies: 'known devices',
  /** The link by which the first administrator is made. */
  firstAdmin: 'first administrator',
  /** Recovery codes in force. */
  recoveryCodes: 'recovery codes',
  /** The cookie of a device that need not be asked for a second factor. */
  rememberedDevices: 'remembered devices',
  /** The token by which a visitor checks out. */
  checkOutTokens: 'check-out',
  /** The keys of buckets and their members: no address or account is readable in the rate limits. */
  rateLimits: 'rate limits',
  /** The digits by which an operator tells secret keys apart. Derived from SECRET_KEY, the others from the data key. */
  secretKeyId: 'key id',
} as const

export const cipherPurposes = {
  /** TOTP seeds, and recovery codes until they are in force. */
  twoStep: 'two-step',
  /** The drafts that check-in pages carry. */
  checkInDrafts: 'check-in drafts',
  /** The data key itself, encrypted with SECRET_KEY. */
  dataKey: 'data key',
} as const
