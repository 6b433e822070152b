import { ownTimeZone, type TimeZone } from '@gatehouse/i18n/format/time-zone'
import { formatDateTime } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { Button } from '@gatehouse/ui/core/button'
import { Stack } from '@gatehouse/ui/core/stack'
import { Skeleton } from '@gatehouse/ui/staff/skeleton'
import { listAuditLogEndpoint } from '@gatehouse/validation/endpoints/audit-log'
import { Trans } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '../api.ts'
import { Failure } from '../failure.tsx'
import { AuditEntryDetails } from './audit-entry.tsx'
import { Actor, useActionLabel } from './audit-words.tsx'
import { DrawerSection } from '../drawer-section.tsx'
import styles from './row-history.module.css'

/** The history of one item below its details in a drawer, for admins. */
export function DrawerHistory({ id }: { id: string }) {
  return (
    <DrawerSection title={<Trans>History</Trans>}>
      <RowHistory id={id} />
    </DrawerSection>
  )
}

interface RowHistoryProps {
  id: string
  /** The item's, where it has one. */
  timeZone?: TimeZone
}

/** The history of one item, latest first. */
export function RowHistory({ id, timeZone = ownTimeZone() }: RowHistoryProps) {
  const language = useLanguage()
  const label = useActionLabel()
  const history = useInfiniteQuery({
    queryKey: [listAuditLogEndpoint.path, { target: id }],
    queryFn: ({ pageParam, signal }) =>
      api.call(
        listAuditLogEndpoint,
        { query: { target: id, per_page: '10', ...(pageParam && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
  const entries = history.data?.pages.flatMap(({ items }) => items) ?? []
  if (history.error) {
    return <Failure title={<Trans>The history could not be loaded</Trans>} query={history} />
  }
  if (history.isPending) return <Skeleton height={80} />
  if (entries.length === 0) {
    return (
      <p>
        <Trans>Nothing has changed here yet.</Trans>
      </p>
    )
  }
  return (
    <Stack>
      {entries.map((entry) => (
        <details key={entry.id} className={styles.entry}>
          <summary>
            <span className={styles.what}>{label(entry.action)}</span>{' '}
            <span className={styles.who}>
              <span>
                <Actor actor={entry.actor} />
              </span>
              {' · '}
              <span>{formatDateTime(new Date(entry.at), language, timeZone)}</span>
            </span>
          </summary>
          <AuditEntryDetails entry={entry} timeZone={timeZone} />
        </details>
      ))}
      {history.hasNextPage && (
        <Button size="small" busy={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </Stack>
  )
}
