import { ApiError } from '@gatehouse/api-client/api-error'
import { Button, buttonClass } from '@gatehouse/ui/core/button'
import { FocusHeading } from '@gatehouse/ui/core/focus-heading'
import { Notice } from '@gatehouse/ui/core/notice'
import { WaitingText } from '@gatehouse/ui/core/waiting-text'
import { Trans } from '@lingui/react/macro'
import { useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useErrorMessage } from '../errors.ts'

export type LinkOutcome = 'done' | 'invalid'

interface OneTimeLinkProps<Found extends { validated: boolean }> {
  /** Asks whether the link is valid. */
  link: UseQueryOptions<Found>
  /** The content of a valid link. It reports the outcome. */
  form: (found: Found, onOutcome: (outcome: LinkOutcome) => void) => ReactNode
  doneTitle: ReactNode
  doneText?: ReactNode
  /** Shown where the link is no longer valid, or never was. */
  invalid: ReactNode
}

/** The page of a one-time link: whether it is valid, its content, and the outcome. */
export function OneTimeLink<Found extends { validated: boolean }>({
  link: query,
  form,
  doneTitle,
  doneText,
  invalid,
}: OneTimeLinkProps<Found>) {
  const link = useQuery({ ...query, staleTime: Number.POSITIVE_INFINITY })
  const reasonOf = useErrorMessage()
  const [outcome, setOutcome] = useState<LinkOutcome>()
  if (link.isPending) {
    return (
      <WaitingText>
        <Trans>Checking the link…</Trans>
      </WaitingText>
    )
  }
  if (outcome === 'done') {
    return (
      <Notice
        kind="good"
        title={<FocusHeading level={2}>{doneTitle}</FocusHeading>}
        action={<ToLogin kind="primary" />}
      >
        {doneText}
      </Notice>
    )
  }
  if (outcome === 'invalid' || (link.isError ? isMalformed(link.error) : !link.data.validated)) return invalid
  if (link.isError) {
    return (
      <Notice
        kind="danger"
        live="assertive"
        title={<Trans>The link could not be checked</Trans>}
        action={
          <Button busy={link.isFetching} onClick={() => void link.refetch()}>
            <Trans>Retry</Trans>
          </Button>
        }
      >
        {reasonOf(link.error)}
      </Notice>
    )
  }
  return form(link.data, setOutcome)
}

/** The link was never valid. Retrying doesn't help. */
function isMalformed(error: Error): boolean {
  return error instanceof ApiError && ['not_found', 'bad_request', 'invalid_token'].includes(error.code)
}

export function ToLogin({ kind }: { kind: 'primary' | 'secondary' }) {
  return (
    <Link to="/login" className={buttonClass({ kind })}>
      <Trans>Log in</Trans>
    </Link>
  )
}
