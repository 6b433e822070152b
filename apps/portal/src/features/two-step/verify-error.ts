import { ApiError } from '@gatehouse/api-client/api-error'
import { limits } from '@gatehouse/validation/limits'

/** Why no code can be checked. */
export type VerifyError =
  /** Too many wrong codes of the account: nobody may try for a while. */
  | { kind: 'locked'; seconds: number }
  /** Too many wrong codes of this session: only a new login helps. */
  | { kind: 'spent' }
  | { kind: 'failed' }

/** A wait longer than any lock is the rest of the session's life. */
export function verifyErrorOf(error: unknown): VerifyError {
  if (!(error instanceof ApiError) || error.code !== 'too_many_requests') return { kind: 'failed' }
  const seconds = error.retryAfterSeconds ?? 60
  return seconds > limits.wrongCodes.lockMinutes * 60 ? { kind: 'spent' } : { kind: 'locked', seconds }
}
