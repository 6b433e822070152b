import { connection } from '@gatehouse/api-client/connection'
import type { TimeZone } from '@gatehouse/i18n/format/time-zone'
import { formatClock } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { LiveState } from '@gatehouse/ui/staff/live-state'
import { Trans } from '@lingui/react/macro'
import { useStore } from 'zustand'
import { useIsPolled } from '../watch-sites.ts'

interface FreshnessProps {
  /** When the server answered last. */
  asOf: string | number
  timeZone: TimeZone
  /** What the last try brought instead of an answer. */
  failure: Error | null
  /** Left out where the page tells the time itself. */
  isTimeShown?: boolean
  /** How often the page asks where it shows more sites than the socket watches. */
  everySeconds?: number
}

/** Whether what a page shows is live, and when it was updated. It is out of date only where asking at intervals fails too. */
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
