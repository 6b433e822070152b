import { ApiError } from '@gatehouse/api-client/api-error'

/** What to say of a failed login (specification, section 8). */
export type LoginFailure = 'server' | 'account' | 'refused' | 'no_answer'

export function readLoginFailure(error: unknown): LoginFailure {
  if (!(error instanceof ApiError)) return 'no_answer'
  if (error.status >= 500) return 'server'
  return error.message.startsWith('Account') ? 'account' : 'refused'
}
