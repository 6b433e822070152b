import { ApiError } from '@gatehouse/api-client/api-error'
import type { LoginReason } from '@gatehouse/validation/vocabulary'

interface LoginUrlOptions {
  reason?: LoginReason | undefined
  /** The server requires another login step before the board. */
  isSecondFactorPending?: boolean
}

/**
 * The URL of the portal's login page.
 * @param from path and query of this app, to return to after the login
 */
export function loginUrl(
  from: string,
  { reason, isSecondFactorPending = false }: LoginUrlOptions = {},
): string {
  const query = new URLSearchParams()
  // `no2FA` tells the login page that a token is sufficient.
  if (!isSecondFactorPending) query.set('no2FA', '1')
  query.set('from', from)
  if (reason) query.set('reason', reason)
  return `/login?${query}`
}

/**
 * Whether the server requires another login step before the board: a new password or the second
 * factor. Screen accounts, and staff of clients that allow it, need no second factor.
 */
export function isLoginPending(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return error.code === 'two_step_required' || error.code === 'password_change_required'
}
