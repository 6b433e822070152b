import { timeZoneOf } from '@gatehouse/i18n/format/time-zone'
import { formatDateTime, formatExactTime, formatSince } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { ExactTime } from '@gatehouse/ui/list/exact-time'
import type { ReactNode } from 'react'

interface MomentProps {
  /** In ISO 8601; null where there was none. */
  at: string | null
  /** The time zone of the site or the client; defaults to the reader's. */
  zone?: string | undefined
  /** The current time in milliseconds: with it, recent times are shown as an age. */
  now?: number
  /** Shown where there was none. */
  none?: ReactNode
}

/** A time in a list or a sentence, with its seconds in a tooltip. */
export function Moment({ at, zone, now, none = '–' }: MomentProps) {
  const language = useLanguage()
  if (at === null) return none
  const timeZone = timeZoneOf(zone)
  const label =
    now === undefined ? formatDateTime(at, language, timeZone) : formatSince(at, now, language, timeZone)
  return <ExactTime time={at} label={label} exact={formatExactTime(at, language, timeZone)} />
}
