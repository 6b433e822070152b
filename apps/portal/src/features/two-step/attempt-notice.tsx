import { Notice } from '@gatehouse/ui/core/notice'
import { Trans, useLingui } from '@lingui/react/macro'
import { useErrorMessage } from '../../lib/errors.ts'
import { StaleMethodsError } from './queries.ts'
import type { FailedAttempt } from './use-attempts.ts'

/** What could not be done, and why. */
export function AttemptNotice({ failed }: { failed: FailedAttempt | undefined }) {
  const { t } = useLingui()
  const reasonOf = useErrorMessage()
  if (!failed) return null
  return (
    <Notice kind="danger" live="assertive" title={t(failed.message)}>
      {failed.error instanceof StaleMethodsError ? (
        <Trans>It was started again in another window, or too long ago. Please begin anew.</Trans>
      ) : (
        reasonOf(failed.error)
      )}
    </Notice>
  )
}
