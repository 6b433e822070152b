import { NoResponseError } from '@gatehouse/api-client/api-error'
import { connection } from '@gatehouse/api-client/connection'
import { serverTime } from '@gatehouse/api-client/server-clock'
import type { TimeZone } from '@gatehouse/i18n/format/time-zone'
import { formatClock } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { CautionIcon } from '@gatehouse/ui/core/icons'
import { Plural, Trans } from '@lingui/react/macro'
import { lazy, Suspense, type ReactNode } from 'react'
import { useNow } from '@gatehouse/ui/staff/use-now.ts'
import type { OnSite } from './people/people.ts'
import { isStale, saysLive } from './people/board-times.ts'
import { useStore } from 'zustand'
import styles from './status-bar.module.css'

/** Loaded after the list: before that there is no live socket. */
const LiveState = lazy(async () => ({ default: (await import('@gatehouse/ui/staff/live-state')).LiveState }))

interface StatusBarProps {
  /** The site's zone, in which times are shown. */
  timeZone: TimeZone
  /** Undefined until the first response. */
  onSite: OnSite | undefined
  /** The time of the last response, in epoch milliseconds; 0 before the first. */
  updatedAt: number
  /** The error of the last request, if there is an older list to show. */
  error: Error | null
  /** The actions of the list: undefined for none, null until they are loaded. */
  actions: ReactNode
}

/** Always visible: the number of people on site, and the time of the update. */
export function StatusBar({ timeZone, onSite, updatedAt, error, actions }: StatusBarProps) {
  return (
    <div className={styles.bar}>
      <div className={styles.row} data-slim>
        <p className={styles.count}>
          <span className={styles.figure} translate="no">
            {onSite?.people ?? '–'}
          </span>
          <span className={styles.countWords}>
            <span className={styles.countTitle}>
              <Plural value={onSite?.people ?? 0} one="person on site" other="people on site" />
            </span>
            {onSite && (
              <span>
                <Trans>{onSite.signedIn} signed in</Trans>
                {onSite.dependents > 0 && (
                  <span>
                    {' '}
                    <Plural value={onSite.dependents} one="with # dependant" other="with # dependants" />
                  </span>
                )}
              </span>
            )}
          </span>
        </p>
        <Freshness timeZone={timeZone} updatedAt={updatedAt} error={error} />
      </div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}

function Freshness({ timeZone, updatedAt, error }: Pick<StatusBarProps, 'timeZone' | 'updatedAt' | 'error'>) {
  const language = useLanguage()
  const isOutdated = isStale(updatedAt, useNow(1000))
  const found = useStore(connection)
  if (updatedAt === 0) return <p className={styles.fresh} />
  const time = formatClock(serverTime(updatedAt), language, timeZone)
  return (
    <div className={styles.fresh} data-stale={isOutdated}>
      {isOutdated && <CautionIcon size={20} />}
      <p>
        <span translate="no">
          {isOutdated ? <Trans>Not updated since {time}</Trans> : <Trans>Updated {time}</Trans>}
        </span>
        {/* Announced when the connection is lost or back, not at every refresh. */}
        <span role="status" className={styles.lost}>
          {error &&
            (error instanceof NoResponseError ? (
              <Trans>No connection. This is the last known list.</Trans>
            ) : (
              <Trans>The server had a problem. This is the last known list.</Trans>
            ))}
        </span>
      </p>
      {saysLive(isOutdated, error) && (
        <Suspense>
          <LiveState state={found}>
            {found === 'live' ? <Trans>Live</Trans> : <Trans>Reconnecting…</Trans>}
          </LiveState>
        </Suspense>
      )}
    </div>
  )
}
