import type { Language } from '@gatehouse/validation/vocabulary'
import { localeTags } from '../language-names.ts'
import { dateFormat } from './date-format.ts'
import type { TimeZone } from './time-zone.ts'

/** Each locale of CLDR knows the letters of its own region's zones only, and writes an offset for all others. */
const regionalTags = 'AU US GB IN NZ CA ZA IE SG HK'.split(' ').map((region) => `en-${region}`)

const known = new Map<string, string>()

/**
 * The zone's abbreviation at that time, as `AEDT`, the same for every reader of a site.
 * @returns the offset, as `GMT+9`, where no locale knows letters
 */
export function zoneAbbreviation(at: Date, language: Language, timeZone: TimeZone): string {
  const own = shortName(at, localeTags[language], timeZone)
  if (!isOffset(own)) return own
  // Each offset of a zone has one name.
  const key = `${timeZone} ${own}`
  const found = known.get(key)
  if (found !== undefined) return found
  const names = regionalTags.map((tag) => shortName(at, tag, timeZone))
  const name = names.find((one) => !isOffset(one)) ?? own
  known.set(key, name)
  return name
}

function isOffset(name: string): boolean {
  return /^(GMT|UTC)./.test(name)
}

function shortName(at: Date, tag: string, timeZone: TimeZone): string {
  const parts = dateFormat(tag, { timeZoneName: 'short', timeZone }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}
