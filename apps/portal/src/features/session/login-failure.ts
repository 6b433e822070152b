import { ApiError } from '@gatehouse/api-client/api-error'

/** What to say of a failed login (specification, section 8). */
export type LoginFailure =
  | { kind: 'server' }
  | { kind: 'account'; message: string }
  | { kind: 'refused' }
  | { kind: 'no_answer' }

export function readLoginFailure(error: unknown): LoginFailure {
  if (!(error instanceof ApiError)) return { kind: 'no_answer' }
  if (error.status >= 500) return { kind: 'server' }
  if (error.message.startsWith('Account')) return { kind: 'account', message: error.message }
  return { kind: 'refused' }
}
