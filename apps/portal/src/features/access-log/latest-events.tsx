import { timeZoneOf } from '@gatehouse/i18n/format/time-zone'
import { formatSince } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { classes } from '@gatehouse/ui/core/classes.ts'
import { linkClass } from '@gatehouse/ui/core/link'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Failure } from '../../lib/failure.tsx'
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
  /** Shown while they load. */
  waiting: ReactNode
}

/** The five latest entries of the log, live. */
export function LatestEvents({ from, site, waiting }: LatestEventsProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const linkState = useChildPageState()
  const { data, ...query } = useQuery(latestEntriesQuery({ from, site }))
  useWatchedSites(site, renewNewEntries)
  if (data === undefined) {
    if (!query.error) return waiting
    return <Failure title={<Trans>The log could not be loaded</Trans>} query={query} />
  }
  if (data.items.length === 0) return <Trans>Nothing happened in this period.</Trans>
  return (
    <ul className={styles.list}>
      {data.items.map(({ id, at, time_zone, person, event, correction, result, site: place }) => (
        <li key={id}>
          <span className={styles.what}>
            <Link
              to="/access_log"
              search={{ from, site, row: id }}
              state={linkState}
              className={classes(linkClass({ quiet: true }), styles.person)}
            >
              {person || <Trans>Name deleted</Trans>}
            </Link>
            <LogEventName entry={{ event, correction }} />
            <span className={styles.quiet}>
              {[
                ...(site === undefined ? [place] : []),
                ...(result === 'ok' ? [] : [t(resultLabels[result])]),
              ].join(' · ')}
            </span>
          </span>
          <span className={styles.quiet}>{formatSince(at, data.as_of, language, timeZoneOf(time_zone))}</span>
        </li>
      ))}
    </ul>
  )
}
