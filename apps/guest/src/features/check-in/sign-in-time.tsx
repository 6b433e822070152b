import { formatDay, shownHour, splitTime } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { Plural } from '@lingui/react/macro'
import { venueZone } from './venue-zone.ts'

/** When the visitor signed in. */
export function SignInTime({ at }: { at: string }) {
  const language = useLanguage()
  const zone = venueZone()
  const shown = splitTime(at, language, zone)
  // With very large text the zone wraps to its own line. Unbroken, both would be wider than a
  // phone, and the comma would be left alone.
  const time = `${shown.time} ${shown.zone}`
  const day = formatDay(at, language, zone)
  // English has one form. Spanish has two: "a la 1:37", "a las 2:37".
  return (
    <Plural
      value={shownHour(at, language, zone)}
      one={`Signed in at ${time}, ${day}`}
      other={`Signed in at ${time}, ${day}`}
    />
  )
}
