import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { formatDay, splitTime } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '../../lib/language.ts'
import { useMachine } from './check-in-store.ts'
import type { StoredCheckIn } from './stored-check-ins.ts'
import { temperatureIn } from './temperature.ts'
import { venueZone } from './times.ts'
import { Pass, type Outcome } from '@gatehouse/ui/core/pass'

interface VisitPassProps {
  outcome: Outcome
  word: ReactNode
  checkIn: StoredCheckIn
  time: string
  timeLabel: ReactNode
  children?: ReactNode
}

/** The pass of a visit, to be shown to staff. */
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
          : [{ label: <Trans>Temperature</Trans>, value: temperatureIn(temperature, language) }]
      }
    >
      {children}
    </Pass>
  )
}
