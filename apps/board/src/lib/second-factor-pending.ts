import { ApiError } from '@gatehouse/api-client/api-error'

/**
 * Whether the server wants something of this person before the board: the second step, where the client's policy asks for it
 * on boards too, or a password of their own.
 */
export function isSecondFactorPending(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return error.code === 'two_step_required' || error.code === 'password_change_required'
}
