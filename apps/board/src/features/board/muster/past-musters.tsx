import { timeZoneOf } from '@gatehouse/i18n/format/time-zone'
import { formatDateTime, formatSince } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { Button } from '@gatehouse/ui/core/button'
import { Dialog } from '@gatehouse/ui/core/dialog'
import { Notice } from '@gatehouse/ui/core/notice'
import { WaitingText } from '@gatehouse/ui/core/waiting-text'
import type { BoardSite } from '@gatehouse/validation/endpoints/board'
import { listMustersEndpoint, type Muster } from '@gatehouse/validation/endpoints/musters'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { guardApi as api } from '../../../lib/api.ts'
import { durationOf } from './duration.ts'
import styles from './muster.module.css'
import { untilLoaded } from './until-loaded.ts'

interface PastMustersProps {
  site: BoardSite
  onShow: (muster: Muster) => void
  onClose: () => void
}

/** The last musters and drills of a site with their durations, to compare. */
export function PastMusters({ site, onShow, onClose }: PastMustersProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const found = useInfiniteQuery({
    queryKey: ['past-musters', site.id],
    queryFn: ({ pageParam, signal }) =>
      api.call(listMustersEndpoint, { query: { site: site.id, page: String(pageParam) } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) =>
      pages.flatMap(({ items }) => items).length < total ? pages.length + 1 : undefined,
    staleTime: 0,
    ...untilLoaded,
  })
  const writeReal = (start: string, real: string) => {
    const timeOfDay = (time: string) => formatSince(time, start, language, timeZoneOf(site.timeZone))
    return t`Drill from ${timeOfDay(start)}, real from ${timeOfDay(real)}`
  }
  const ended = found.data?.pages.flatMap(({ items }) => items).filter(({ ended_at }) => ended_at !== null)
  return (
    <Dialog isOpen onClose={onClose} title={<Trans>Past musters</Trans>}>
      {site.client_name !== null && (
        <p>
          {site.name} ({site.client_name})
        </p>
      )}
      {found.isError && (
        <Notice
          kind="caution"
          live="polite"
          title={<Trans>The list could not be loaded.</Trans>}
          action={
            <Button busy={found.isFetching} onClick={() => void found.refetch()}>
              <Trans>Retry</Trans>
            </Button>
          }
        >
          <Trans>The board tries again every 10 seconds.</Trans>
        </Notice>
      )}
      {found.isLoading && (
        <WaitingText>
          <Trans>Loading the list…</Trans>
        </WaitingText>
      )}
      {ended?.length === 0 && (
        <p>
          <Trans>No past musters.</Trans>
        </p>
      )}
      {ended && ended.length > 0 && (
        <ul className={styles.past}>
          {ended.map((muster) => (
            <li key={muster.id}>
              <button type="button" className={styles.pastMuster} onClick={() => onShow(muster)}>
                <strong>
                  {muster.drill ? <Trans>Drill</Trans> : <Trans>Muster</Trans>},{' '}
                  {formatDateTime(muster.started_at, language, timeZoneOf(site.timeZone))}
                </strong>
                {muster.became_real_at && <span>{writeReal(muster.started_at, muster.became_real_at)}</span>}
                <span>
                  <Trans>
                    {muster.safe} safe, {muster.missing} missing, after {durationOf(muster)}
                  </Trans>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {found.hasNextPage && (
        <Button full busy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </Dialog>
  )
}
