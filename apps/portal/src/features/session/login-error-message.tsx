import { Trans } from '@lingui/react/macro'
import { ErrorMessage } from '../../lib/errors.ts'
import { loginErrorOf } from './login-error.ts'

/** Why nobody is logged in now (specification, section 8). */
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
