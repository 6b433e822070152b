import { ApiError } from '@gatehouse/api-client/api-error'

/** Why a code could not be checked. */
export type VerifyError =
  /** Too many wrong codes of the account, or too many concurrent calls: a later try may succeed. */
  | { kind: 'locked'; seconds: number }
  /** Too many wrong codes of this session. Only a new login helps. */
  | { kind: 'spent' }
  | { kind: 'failed' }

/** For an error that does not say how long to wait. */
const DEFAULT_WAIT_SECONDS = 60

export function verifyErrorOf(error: unknown): VerifyError {
  if (!(error instanceof ApiError)) return { kind: 'failed' }
  switch (error.code) {
    case 'second_factor_spent':
      return { kind: 'spent' }
    case 'second_factor_locked':
    case 'too_many_requests':
      return { kind: 'locked', seconds: error.retryAfterSeconds ?? DEFAULT_WAIT_SECONDS }
    default:
      return { kind: 'failed' }
  }
}
