import { ownTimeZone, timeZoneOf } from '@gatehouse/i18n/format/time-zone'
import { formatDateTime, formatExactTime, formatSince } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { ExactTime } from '@gatehouse/ui/list/exact-time'
import type { ReactNode } from 'react'

interface MomentProps {
  /** Null where there is none. */
  at: string | null
  /** That of the reader where it is missing. */
  timeZone?: string
  /** With it a time of the same day is written without its day. */
  now?: number
  /** Shown where there is no time. */
  none?: ReactNode
}

/** A time in a list, whose exact form shows on hover and on focus. */
export function Moment({ at, timeZone, now, none = '–' }: MomentProps) {
  const language = useLanguage()
  if (at === null) return none
  const zone = timeZone === undefined ? ownTimeZone() : timeZoneOf(timeZone)
  return (
    <ExactTime
      time={at}
      label={now === undefined ? formatDateTime(at, language, zone) : formatSince(at, now, language, zone)}
      exact={formatExactTime(at, language, zone)}
    />
  )
}
