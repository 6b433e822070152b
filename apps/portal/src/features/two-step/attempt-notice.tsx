import { Notice } from '@gatehouse/ui/core/notice'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRefusalWords } from '../../lib/refusal.ts'
import { StaleMethodsError } from './queries.ts'
import type { FailedAttempt } from './use-attempts.ts'

/** What could not be done, and why. */
export function AttemptNotice({ failed }: { failed: FailedAttempt | undefined }) {
  const { t } = useLingui()
  const reasonOf = useRefusalWords()
  if (!failed) return null
  return (
    <Notice kind="danger" live="assertive" title={t(failed.words)}>
      {failed.error instanceof StaleMethodsError ? (
        <Trans>It was started again in another window, or too long ago. Please begin anew.</Trans>
      ) : (
        reasonOf(failed.error)
      )}
    </Notice>
  )
}
