import { timeZoneOf } from '@gatehouse/i18n/format/time-zone'
import { formatDateTime, formatExactTime, formatSince } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { ExactTime } from '@gatehouse/ui/list/exact-time'
import type { ReactNode } from 'react'

interface MomentProps {
  /** In ISO 8601; null where there was none. */
  at: string | null
  /** The time zone of the site or the client; that of the reader where it is missing. */
  zone?: string | undefined
  /** The present, in milliseconds: then it says how long ago it was, where that is short. */
  now?: number
  /** Stands where there was none. */
  none?: ReactNode
}

/** A time in a list or a sentence, with its seconds where one points at it. */
export function Moment({ at, zone, now, none = '–' }: MomentProps) {
  const language = useLanguage()
  if (at === null) return none
  const timeZone = timeZoneOf(zone)
  const label =
    now === undefined ? formatDateTime(at, language, timeZone) : formatSince(at, now, language, timeZone)
  return <ExactTime time={at} label={label} exact={formatExactTime(at, language, timeZone)} />
}
