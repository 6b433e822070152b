/**
 * The purposes of derived keys (HKDF, RFC 5869). Each purpose gives its own key. These texts must never change: existing data would
 * become unreadable. `keys.test.ts` pins each of them with a fixed vector.
 */
export const hashPurposes = {
  /** Person keys, by which visitors, users and bans are recognised. */
  people: 'person',
  /** The tokens of links in mails: password reset, new email. */
  oneTimeTokens: 'one-time links',
  deviceCookies: 'known devices',
  /** The link that makes the first administrator. */
  firstAdmin: 'first administrator',
  /** The links with which admins of a client create their accounts. */
  clientInvitations: 'client invitations',
  recoveryCodes: 'recovery codes',
  /** The cookies of devices that skip the second factor. */
  rememberedDevices: 'remembered devices',
  checkOutTokens: 'check-out',
  /** The tokens with which phones hand in marks of a muster without a session. */
  musterHandIn: 'muster hand-in',
  /** PINs with which people sign in at a device. */
  accessPins: 'access PINs',
  deviceTokens: 'device tokens',
  apiKeys: 'API keys',
  /** The keys of rate limits, so that no email or IP address is stored in them. */
  rateLimits: 'rate limits',
  logChain: 'access log chain',
  /** The id of a SECRET_KEY in messages. It is derived from SECRET_KEY; the others are derived from the data key. */
  secretKeyId: 'key id',
} as const

export const cipherPurposes = {
  /** TOTP seeds, and recovery codes until they are in force. */
  twoStep: 'two-step',
  checkInDrafts: 'check-in drafts',
  /** What names a person whom a visitor may pick. */
  hostRefs: 'hosts of visits',
  externalApis: 'external APIs',
  /** The secrets with which deliveries to webhooks are signed. */
  webhooks: 'webhooks',
  /** Responses to calls that make a row, as long as an equal call gets them again. */
  creations: 'creations',
  /** The data key itself, encrypted with a key from SECRET_KEY. */
  dataKey: 'data key',
} as const
