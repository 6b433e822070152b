/** Why the login page asks again; it has the words for it. */
export type LoginReason = 'ended'

interface LoginAddressOptions {
  reason?: LoginReason | undefined
  /** A token is not enough here: the login page has another step to ask for. */
  isSecondFactorPending?: boolean
}

/**
 * The portal's login page, which leads back to `from` (path and query of this app) afterwards. `no2FA` says that a token
 * is all that is needed here.
 */
export function loginAddress(
  from: string,
  { reason, isSecondFactorPending = false }: LoginAddressOptions = {},
): string {
  const query = new URLSearchParams()
  if (!isSecondFactorPending) query.set('no2FA', '1')
  query.set('from', from)
  if (reason) query.set('reason', reason)
  return `/login?${query}`
}
