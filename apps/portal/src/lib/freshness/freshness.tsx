import { connection } from '@gatehouse/api-client/connection'
import type { TimeZone } from '@gatehouse/i18n/format/time-zone'
import { formatClock } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { LiveState } from '@gatehouse/ui/staff/live-state'
import { Trans } from '@lingui/react/macro'
import { useStore } from 'zustand'
import { useIsPolled } from '../watch-sites.ts'

interface FreshnessProps {
  /** The time of the server's last response. */
  asOf: string | number
  timeZone: TimeZone
  /** The error of the last attempt. */
  failure: Error | null
  /** False where the page shows the time itself. */
  isTimeShown?: boolean
  /** The polling interval, where the page shows more sites than the socket watches. */
  everySeconds?: number
}

/**
 * Whether the page's data is live, and when it was updated. It is out of date only where polling
 * fails too.
 */
export function Freshness({
  asOf,
  timeZone,
  failure,
  isTimeShown = true,
  everySeconds = 10,
}: FreshnessProps) {
  const connected = useStore(connection)
  const found = useIsPolled() && connected === 'live' ? 'polled' : connected
  const time = formatClock(asOf, useLanguage(), timeZone)
  return (
    <>
      <LiveState state={failure ? 'stale' : found}>
        {failure ? (
          <Trans>Not updated since {time}</Trans>
        ) : found === 'live' ? (
          <Trans>Live</Trans>
        ) : found === 'polled' ? (
          <Trans>Every {everySeconds} s</Trans>
        ) : (
          <Trans>Reconnecting…</Trans>
        )}
      </LiveState>
      {isTimeShown && !failure && (
        <span translate="no">
          <Trans>Updated {time}</Trans>
        </span>
      )}
    </>
  )
}
