import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { formatDay, splitTime } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { isKiosk, useCheckIn, venueNameOf } from './check-in-store.ts'
import { LiveClock } from './live-clock.tsx'
import type { StoredCheckIn } from './stored-check-ins.ts'
import { useCachedPage, useOffline } from './offline.ts'
import { useVisitEnd } from './visit-updates.ts'
import { venueZone } from './venue-zone.ts'
import { formatTemperature } from '@gatehouse/i18n/format/temperature'
import { Notice } from '@gatehouse/ui/core/notice'
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
  const { firstName, lastName, temperature, clockOffset = 0 } = checkIn
  const isOffline = useOffline()
  const isOwnPhone = !useCheckIn(isKiosk)
  const isOver = useVisitEnd(checkIn.checkedOut ? undefined : checkIn)
  useCachedPage()
  return (
    <Pass
      outcome={outcome}
      word={word}
      name={`${firstName} ${lastName}`}
      venue={useCheckIn(venueNameOf)}
      time={
        <>
          {/* The figures stay whole. Very large, "pm" may stand below them. */}
          <time dateTime={time}>{clock.time.replace(/\s/g, ' ')}</time> <small>{clock.zone}</small>
        </>
      }
      timeLabel={timeLabel}
      timeDetail={formatDay(time, language, zone)}
      now={{ label: <Trans>Now</Trans>, time: <LiveClock offset={clockOffset} /> }}
      facts={
        temperature === null
          ? []
          : [{ label: <Trans>Temperature</Trans>, value: formatTemperature(temperature, language) }]
      }
    >
      {isOffline && isOwnPhone && !isOver && (
        <Notice kind="caution" title={<Trans>No network</Trans>} live="polite">
          {outcome === 'success' && <Trans>Your pass stays valid.</Trans>}{' '}
          <Trans>Keep this page open: it cannot be loaded again before there is a network.</Trans>
        </Notice>
      )}
      {children}
    </Pass>
  )
}
