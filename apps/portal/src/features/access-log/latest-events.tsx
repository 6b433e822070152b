import { timeZoneOf } from '@gatehouse/i18n/format/time-zone'
import { formatSince } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { Card } from '@gatehouse/ui/core/card'
import { linkClass } from '@gatehouse/ui/core/link'
import { Item, ItemList } from '@gatehouse/ui/staff/item-list'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Pending } from '../../lib/failure.tsx'
import { useWatchedSites } from '../../lib/watch-sites.ts'
import { useChildPageState } from '../../lib/page-stack.tsx'
import { LogEventName } from './log-columns.tsx'
import { resultLabels } from './log-words.ts'
import styles from './latest-events.module.css'
import { latestEntriesQuery, renewNewEntries } from './queries.ts'

interface LatestEventsProps {
  /** Since when. */
  from: string
  site: string | undefined
}

/**
 * The latest entries of the log, live: five, or a scrolling list as high as the sites beside it.
 */
export function LatestEvents({ from, site }: LatestEventsProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const linkState = useChildPageState()
  const { data, ...query } = useQuery(latestEntriesQuery({ from, site }))
  useWatchedSites(site, renewNewEntries)
  return (
    <div className={styles.room}>
      <Card
        title={t`Latest events`}
        aside={
          <Link to="/access_log" search={{ from, site }} state={linkState} className={linkClass()}>
            <Trans>All events</Trans>
          </Link>
        }
      >
        {data === undefined ? (
          <Pending title={<Trans>The log could not be loaded</Trans>} query={query} height={240} />
        ) : data.items.length === 0 ? (
          <Trans>Nothing happened in this period.</Trans>
        ) : (
          <ItemList>
            {data.items.map(({ id, at, time_zone, person, event, correction, result, site: place }) => (
              <Item
                key={id}
                name={
                  <Link
                    to="/access_log"
                    search={{ from, site, row: id }}
                    state={linkState}
                    className={linkClass({ quiet: true })}
                  >
                    {person || <Trans>Name deleted</Trans>}
                  </Link>
                }
                badge={<LogEventName entry={{ event, correction }} />}
                detail={[
                  formatSince(at, data.as_of, language, timeZoneOf(time_zone)),
                  ...(site === undefined ? [place] : []),
                  ...(result === 'ok' ? [] : [t(resultLabels[result])]),
                ].join(' · ')}
              />
            ))}
          </ItemList>
        )}
      </Card>
    </div>
  )
}
