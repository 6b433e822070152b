/** Why the login page asks again; it has the words for it. */
export type LoginReason = 'ended'

interface LoginAddressOptions {
  reason?: LoginReason | undefined
  /** A token is not enough here: the client's policy wants the second step for boards too. */
  secondStep?: boolean
}

/**
 * The portal's login page, which leads back to `from` (path and query of this app) afterwards. `no2FA` says that a token
 * is all that is needed here.
 */
export function loginAddress(from: string, { reason, secondStep = false }: LoginAddressOptions = {}): string {
  const query = new URLSearchParams()
  if (!secondStep) query.set('no2FA', '1')
  query.set('from', from)
  if (reason) query.set('reason', reason)
  return `/login?${query}`
}
