import { Trans } from '@lingui/react/macro'
import { RefusalWords } from '../../lib/refusal-words.tsx'
import { readLoginFailure } from './login-failure.ts'

/** Why nobody is logged in now (specification, section 8). */
export function LoginFailureWords({ error }: { error: unknown }) {
  switch (readLoginFailure(error).kind) {
    case 'server':
      return <Trans>Server failed to process request. Please contact support.</Trans>
    case 'account':
    case 'throttled':
    case 'unreadable':
      return <RefusalWords error={error} />
    case 'refused':
      return <Trans>Login failed. Email or password was incorrect.</Trans>
    case 'no_answer':
      return (
        <Trans>
          Service is currently unavailable. Please check your internet connection or contact support.
        </Trans>
      )
  }
}
