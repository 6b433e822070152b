import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { runtimeConfig } from '@gatehouse/api-client/runtime-config'
import { type TimeZone, timeZoneOf } from '@gatehouse/i18n/format/time-zone'
import { formatDay, splitTime } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { useMachine } from './check-in-store.ts'
import type { StoredCheckIn } from './stored-check-ins.ts'
import { formatTemperature } from '@gatehouse/i18n/format/temperature'
import { Pass, type Outcome } from '@gatehouse/ui/core/pass'

interface VisitPassProps {
  outcome: Outcome
  word: ReactNode
  checkIn: StoredCheckIn
  time: string
  timeLabel: ReactNode
  children?: ReactNode
}

/** The pass of a visit, for the visitor to show to staff. */
export function VisitPass({ outcome, word, checkIn, time, timeLabel, children }: VisitPassProps) {
  const language = useLanguage()
  const zone = venueZone()
  const clock = splitTime(time, language, zone)
  const { siteName } = useMachine()
  const { firstName, lastName, temperature } = checkIn
  return (
    <Pass
      outcome={outcome}
      word={word}
      name={`${firstName} ${lastName}`}
      venue={siteName}
      time={
        <>
          <time dateTime={time}>{clock.time}</time> <small>{clock.zone}</small>
        </>
      }
      timeLabel={timeLabel}
      timeDetail={formatDay(time, language, zone)}
      facts={
        temperature === null
          ? []
          : [{ label: <Trans>Temperature</Trans>, value: formatTemperature(temperature, language) }]
      }
    >
      {children}
    </Pass>
  )
}

/** The venue's zone, in which all times of a visit are shown. It is the phone's own zone where the browser does not know it. */
export function venueZone(): TimeZone {
  return timeZoneOf(runtimeConfig.venue?.timeZone)
}
