import { Trans } from '@lingui/react/macro'
import { type ReactNode, useEffect, useState } from 'react'
import { formatClock, formatDay, splitTime } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { isKiosk, useCheckIn, venueNameOf, visitStorage } from './check-in-store.ts'
import { isSameVisit } from './forget-visit.ts'
import { readCheckIns, type StoredCheckIn } from './stored-check-ins.ts'
import { useCachedPage, useOffline } from './offline.ts'
import { readClock } from '../../lib/clock.ts'
import { isSteady, readMoment } from '../../lib/moment.ts'
import { askServerTime, useVisitEnd } from './visit-updates.ts'
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
  const [isKept] = useState(() => findKept(checkIn) !== undefined)
  useCachedPage()
  return (
    <Pass
      outcome={outcome}
      word={word}
      name={`${firstName} ${lastName}`}
      venue={useCheckIn(venueNameOf)}
      time={
        <>
          {/* The digits do not wrap. At very large text, "pm" may go below them. */}
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
      {!isKept && isOwnPhone && !checkIn.checkedOut && (
        <Notice kind="caution" title={<Trans>This browser can’t keep your pass</Trans>} live="polite">
          <Trans>Keep this page open: a reload loses it.</Trans>
        </Notice>
      )}
      {isOffline && isOwnPhone && !isOver && (
        <Notice kind="caution" title={<Trans>No network</Trans>} live="polite">
          {outcome === 'success' && <Trans>Your pass stays valid.</Trans>}{' '}
          <Trans>Keep this page open: it can’t be loaded again without a network.</Trans>
        </Notice>
      )}
      {children}
    </Pass>
  )
}

/**
 * The current time at the venue, with seconds: it shows a guard that the pass is not a picture.
 * @param offset milliseconds to add to the phone's clock
 */
function LiveClock({ offset }: { offset: number }) {
  const language = useLanguage()
  const [now, setNow] = useState(readClock)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    let before = readMoment()
    const tick = () => {
      const moment = readMoment()
      if (!isSteady(before, moment)) void askServerTime()
      before = moment
      const at = readClock()
      setNow(at)
      // The next whole second of the shown clock.
      timer = setTimeout(tick, 1000 - ((at + offset) % 1000))
    }
    tick()
    return () => clearTimeout(timer)
  }, [offset])
  return splitTime(now + offset, language, venueZone(), formatClock).time.replace(/\s/g, ' ')
}

/** The stored record of the visit, if there is one. */
function findKept(visit: StoredCheckIn): StoredCheckIn | undefined {
  return Object.values(readCheckIns(visitStorage().local)).find((kept) => isSameVisit(kept, visit))
}
