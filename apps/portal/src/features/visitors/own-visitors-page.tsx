import { queryClient } from '@gatehouse/api-client/query-client'
import { PageHead } from '../../lib/page-head.tsx'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import { useLive } from '@gatehouse/api-client/use-live'
import { loadLive } from '../../lib/load-live.ts'
import { Button } from '@gatehouse/ui/core/button'
import { Card } from '@gatehouse/ui/core/card'
import { EmptyState } from '@gatehouse/ui/staff/empty-state'
import { useNow } from '@gatehouse/ui/staff/use-now.ts'
import {
  answerVisitorEndpoint,
  listOwnVisitorsEndpoint,
  type OwnVisitor,
} from '@gatehouse/validation/endpoints/hosts'
import { type HostAnswer, hostAnswers } from '@gatehouse/validation/vocabulary'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { queryOptions, useMutation, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { Pending } from '../../lib/failure.tsx'
import { hostAnswerLabels } from '../../lib/labels/vocabulary-labels.ts'
import { Moment } from '../../lib/moment.tsx'
import { toastError } from '../../lib/toast-error.tsx'
import styles from './own-visitors-page.module.css'
import { StateBadge } from '../../lib/state-badge.tsx'
import { msg } from '@lingui/core/macro'

const REFETCH_MS = 10_000

const visitorsQuery = queryOptions({
  ...endpointQuery(listOwnVisitorsEndpoint, {}),
  refetchInterval: REFETCH_MS,
})

/** The visitors of the reader, and the replies to them. A notification links here. */
export function OwnVisitorsPage() {
  const { t } = useLingui()
  const query = useQuery(visitorsQuery)
  useLive(loadLive, 'visitors', (live) =>
    live.watch('notifications', () => queryClient.invalidateQueries(visitorsQuery)),
  )
  return (
    <>
      <PageHead
        title={t`My visitors`}
        description={<Trans>Your visitors of the last 24 hours. Your reply appears on their phone.</Trans>}
      />
      <Visitors query={query} />
    </>
  )
}

function Visitors({ query }: { query: UseQueryResult<OwnVisitor[]> }) {
  const { data } = query
  if (!data)
    return <Pending title={<Trans>Your visitors could not be loaded</Trans>} query={query} height={160} />
  if (data.length === 0) {
    return (
      <EmptyState title={<Trans>You have no visitors</Trans>}>
        <Trans>When a visitor chooses you as their host, you are notified and the visit appears here.</Trans>
      </EmptyState>
    )
  }
  return (
    <ul className={styles.list}>
      {data.map((visitor) => (
        <li key={visitor.id}>
          <Visitor visitor={visitor} />
        </li>
      ))}
    </ul>
  )
}

function Visitor({ visitor }: { visitor: OwnVisitor }) {
  const { t } = useLingui()
  const now = useNow(10_000)
  const { id, name, role, dependents, site_name: siteName, signed_in_at: at } = visitor
  const answer = useMutation({
    mutationFn: (chosen: HostAnswer) =>
      api.call(answerVisitorEndpoint, { params: { id }, body: { answer: chosen } }),
    onSuccess: async (saved) => {
      // The response of a running list request may be older.
      await queryClient.cancelQueries(visitorsQuery)
      queryClient.setQueryData(visitorsQuery.queryKey, (before) =>
        before?.map((one) => (one.id === saved.id ? saved : one)),
      )
    },
    onError: toastError,
  })
  const shownName = name === '' ? t`Name deleted` : name
  return (
    <Card title={shownName} aside={visitor.has_left && <StateBadge kind="info" text={msg`Has left`} />}>
      <p className={styles.facts}>
        {[role, siteName].filter(Boolean).join(' · ')}
        {dependents > 0 && (
          <span>
            {' · '}
            <Plural value={dependents} one="+ # dependant" other="+ # dependants" />
          </span>
        )}
        {' · '}
        <Moment at={at} zone={visitor.time_zone} now={now} />
      </p>
      <div className={styles.answers} role="group" aria-label={t`Answer to ${shownName}`}>
        {hostAnswers.map((one) => (
          <Button
            key={one}
            kind={visitor.answer === one ? 'primary' : 'secondary'}
            aria-pressed={visitor.answer === one}
            busy={answer.isPending && answer.variables === one}
            onClick={() => answer.mutate(one)}
          >
            {t(hostAnswerLabels[one])}
          </Button>
        ))}
      </div>
    </Card>
  )
}
