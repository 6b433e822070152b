import { ApiError, InvalidResponseError } from '@gatehouse/api-client/api-error'
import type { ErrorCode } from '@gatehouse/validation/error-codes'

/** What to say of a failed login (specification, section 8), and how many seconds another try would fail. */
export type LoginError =
  | {
      kind: 'server' | 'account' | 'invalid_credentials' | 'throttled' | 'unreadable' | 'no_response'
      waitSeconds?: undefined
    }
  | { kind: 'account' | 'throttled'; waitSeconds: number }

const kinds: Partial<Record<ErrorCode, 'account' | 'throttled'>> = {
  account_unavailable: 'account',
  account_locked: 'account',
  too_many_requests: 'throttled',
}

export function loginErrorOf(error: unknown): LoginError {
  if (error instanceof InvalidResponseError) return { kind: 'unreadable' }
  if (!(error instanceof ApiError)) return { kind: 'no_response' }
  // A busy server sends `Retry-After` too, but the person has done nothing wrong.
  if (error.status >= 500) return { kind: 'server' }
  const kind = kinds[error.code]
  if (kind === undefined) return { kind: 'invalid_credentials' }
  const { retryAfterSeconds: waitSeconds } = error
  return waitSeconds === undefined ? { kind } : { kind, waitSeconds }
}
