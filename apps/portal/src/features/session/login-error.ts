import { ApiError, InvalidAnswerError } from '@gatehouse/api-client/api-error'

/** What to say of a failed login (specification, section 8), and for how long another try is of no use. */
export type LoginError =
  | {
      kind: 'server' | 'account' | 'refused' | 'throttled' | 'unreadable' | 'no_answer'
      waitSeconds?: undefined
    }
  | { kind: 'account' | 'throttled'; waitSeconds: number }

export function loginErrorOf(error: unknown): LoginError {
  if (error instanceof InvalidAnswerError) return { kind: 'unreadable' }
  if (!(error instanceof ApiError)) return { kind: 'no_answer' }
  // A server that is busy names a wait too, which is no fault of the person's.
  if (error.status >= 500) return { kind: 'server' }
  const kind = error.message.startsWith('Account')
    ? 'account'
    : error.code === 'too_many_requests'
      ? 'throttled'
      : 'refused'
  const { retryAfterSeconds: waitSeconds } = error
  return kind === 'refused' || waitSeconds === undefined ? { kind } : { kind, waitSeconds }
}
