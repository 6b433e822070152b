import { ApiError, InvalidResponseError } from '@gatehouse/api-client/api-error'
import type { ErrorCode } from '@gatehouse/validation/error-codes'
import { Trans } from '@lingui/react/macro'
import { ErrorMessage } from '../../lib/errors.ts'

/**
 * The message of a failed login (specification, section 8), and for how many seconds another try
 * would fail.
 */
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
  // A busy server sends `Retry-After` too, but the user has done nothing wrong.
  if (error.status >= 500) return { kind: 'server' }
  const kind = kinds[error.code]
  if (kind === undefined) return { kind: 'invalid_credentials' }
  const { retryAfterSeconds: waitSeconds } = error
  return waitSeconds === undefined ? { kind } : { kind, waitSeconds }
}

/** Why the login failed (specification, section 8). */
export function LoginErrorMessage({ error }: { error: unknown }) {
  switch (loginErrorOf(error).kind) {
    case 'server':
      return <Trans>Server failed to process request. Please contact support.</Trans>
    case 'account':
    case 'throttled':
    case 'unreadable':
      return <ErrorMessage error={error} />
    case 'invalid_credentials':
      return <Trans>Login failed. Email or password was incorrect.</Trans>
    case 'no_response':
      return (
        <Trans>
          Service is currently unavailable. Please check your internet connection or contact support.
        </Trans>
      )
  }
}
