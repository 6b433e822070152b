import { localeTags } from '@gatehouse/i18n/language-names'
import type { Language } from '@gatehouse/validation/vocabulary'

const MINUTE = 60
const LONGEST_IN_MINUTES = 90 * MINUTE

/** When another try is possible, in whole minutes or hours, rounded up: `in 15 minutes`. */
export function formatWait(seconds: number, language: Language): string {
  const format = new Intl.RelativeTimeFormat(localeTags[language], { numeric: 'always' })
  if (seconds <= LONGEST_IN_MINUTES) return format.format(Math.max(1, Math.ceil(seconds / MINUTE)), 'minute')
  return format.format(Math.ceil(seconds / 3600), 'hour')
}
