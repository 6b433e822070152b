import { Badge, Count } from '@gatehouse/ui/core/badge'
import { Button } from '@gatehouse/ui/core/button'
import { ErrorSummary } from '@gatehouse/ui/core/error-summary'
import { Notice } from '@gatehouse/ui/core/notice'
import { WaitingText } from '@gatehouse/ui/core/waiting-text'
import { EmptyState, FailedState } from '@gatehouse/ui/staff/empty-state'
import { Skeleton } from '@gatehouse/ui/staff/skeleton'
import { StatusDot } from '@gatehouse/ui/staff/status-dot'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { toast } from '../../lib/toaster.ts'
import { each, SampleColumns, SampleRow, Samples } from './samples.tsx'

const statuses = ['good', 'caution', 'danger', 'info'] as const
const kinds = [...statuses, 'neutral'] as const
const toasts = ['info', 'success', 'warning', 'error'] as const

export function NoticeSamples() {
  const { t } = useLingui()
  const [hasSummary, setSummary] = useState(false)
  const [isWaiting, setWaiting] = useState(false)
  const labels = {
    good: t`On site`,
    caution: t`Overdue`,
    danger: t`Refused`,
    info: t`Info`,
    neutral: t`Never seen`,
  }
  const toastNames = { info: t`Info`, success: t`Success`, warning: t`Warning`, error: t`Error` }
  return (
    <Samples title={<Trans>Messages and states</Trans>}>
      <SampleRow>
        {each(kinds, (kind) => (
          <Badge kind={kind}>{labels[kind]}</Badge>
        ))}
        <Count>17</Count>
      </SampleRow>
      <SampleRow>
        {each(kinds, (kind) => (
          <StatusDot kind={kind}>{labels[kind]}</StatusDot>
        ))}
      </SampleRow>
      <SampleColumns>
        {each(statuses, (kind) => (
          <Notice kind={kind} title={labels[kind]}>
            <Trans>A message that belongs to the page.</Trans>
          </Notice>
        ))}
      </SampleColumns>
      <SampleRow>
        {each(toasts, (kind) => (
          <Button onClick={() => toast(kind, t`A message that passes.`)}>{toastNames[kind]}</Button>
        ))}
        <Button
          onClick={() =>
            toast('success', t`A message that passes.`, {
              action: { label: t`Undo`, onPress: () => toast('info', t`Undone.`) },
            })
          }
        >
          <Trans>With Undo</Trans>
        </Button>
        <Button onClick={() => setSummary(!hasSummary)}>
          <Trans>Error summary</Trans>
        </Button>
        <Button onClick={() => setWaiting(!isWaiting)}>
          <Trans>Waiting</Trans>
        </Button>
      </SampleRow>
      {hasSummary && (
        <ErrorSummary
          title={t`Please check the form`}
          errors={[{ id: 'main', message: t`Please enter a valid email address` }]}
        />
      )}
      {isWaiting && (
        <WaitingText>
          <Trans>Loading…</Trans>
        </WaitingText>
      )}
      <Skeleton width="60%" />
      <SampleColumns>
        <EmptyState title={t`No one is on site`}>
          <Trans>Visitors and staff appear here when they sign in.</Trans>
        </EmptyState>
        <FailedState title={t`The list could not be loaded`} retryLabel={t`Retry`} onRetry={() => {}}>
          <Trans>The server did not respond. Check your internet connection.</Trans>
        </FailedState>
      </SampleColumns>
    </Samples>
  )
}
