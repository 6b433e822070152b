import { formatClock, splitTime } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { useEffect, useState } from 'react'
import { readClock } from '../../lib/clock.ts'
import { isSteady, readMoment } from '../../lib/moment.ts'
import { venueZone } from './venue-zone.ts'
import { askServerTime } from './visit-updates.ts'

/**
 * The current time at the venue, with seconds: it shows a guard that the pass is not a picture.
 * @param offset milliseconds to add to the phone's clock
 */
export function LiveClock({ offset }: { offset: number }) {
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
