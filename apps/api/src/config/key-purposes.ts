/**
 * The purposes of derived keys (HKDF, RFC 5869), one key each. Never change these texts: existing
 * data would become unreadable. `keys.test.ts` pins each of them with a fixed vector.
 */
export const hashPurposes = {
  /** Person keys, which match visitors, users and bans. */
  people: 'person',
  /** The tokens of links in emails: password reset, new email. */
  oneTimeTokens: 'one-time links',
  deviceCookies: 'known devices',
  /** The link that creates the first administrator. */
  firstAdmin: 'first administrator',
  /** The links with which administrators of a client create their accounts. */
  clientInvitations: 'client invitations',
  recoveryCodes: 'recovery codes',
  /** The cookies of devices that skip the second factor. */
  rememberedDevices: 'remembered devices',
  checkOutTokens: 'check-out',
  /** The tokens with which phones submit marks of a muster without a session. */
  musterHandIn: 'muster hand-in',
  /** PINs with which people sign in at a device. */
  accessPins: 'access PINs',
  deviceTokens: 'device tokens',
  apiKeys: 'API keys',
  /** The keys of rate limits, so that no email or IP address is stored in them. */
  rateLimits: 'rate limits',
  logChain: 'access log chain',
  /**
   * The id of a SECRET_KEY in messages. Derived from SECRET_KEY itself; all others derive from the
   * data key.
   */
  secretKeyId: 'key id',
} as const

export const cipherPurposes = {
  /** TOTP seeds, and recovery codes until they are active. */
  twoStep: 'two-step',
  checkInDrafts: 'check-in drafts',
  /** References to people a visitor can choose as host. */
  hostRefs: 'hosts of visits',
  externalApis: 'external APIs',
  /** The secrets that sign deliveries to webhooks. */
  webhooks: 'webhooks',
  /** Responses to calls that create a row, while the same call is answered with them. */
  creations: 'creations',
  /** The data key itself, encrypted with a key from SECRET_KEY. */
  dataKey: 'data key',
} as const
