import { localeTags } from '../language-names.ts'
import type { Language } from '@gatehouse/validation/vocabulary'

/**
 * The age of a time in whole seconds, minutes, hours or days, rounded, as `5 minutes ago`; `now`
 * below a second (specification, section 9).
 */
export function formatAgo(time: Date | string, now: Date, language: Language): string {
  const seconds = Math.max(0, (now.getTime() - new Date(time).getTime()) / 1000)
  const numeric = Math.round(seconds) === 0 ? 'auto' : 'always'
  const format = new Intl.RelativeTimeFormat(localeTags[language], { numeric })
  if (seconds < 60) return format.format(-Math.round(seconds), 'second')
  if (seconds < 3600) return format.format(-Math.round(seconds / 60), 'minute')
  if (seconds < 86_400) return format.format(-Math.round(seconds / 3600), 'hour')
  return format.format(-Math.round(seconds / 86_400), 'day')
}

const NO_BREAK_SPACE = '\u00a0'

/** The parts of a duration: the whole number of each unit, below an hour only minutes. */
export function durationParts(minutes: number): { value: number; unit: 'h' | 'min' }[] {
  const whole = Math.max(0, Math.round(minutes))
  const rest = { value: whole % 60, unit: 'min' } as const
  return whole < 60 ? [rest] : [{ value: Math.floor(whole / 60), unit: 'h' }, rest]
}

/**
 * A duration as `2 h 5 min`, by the symbols of the units, which all languages share.
 * @param minutes rounded to whole minutes
 */
export const formatDuration = (minutes: number): string =>
  durationParts(minutes)
    .map(({ value, unit }) => `${value}${NO_BREAK_SPACE}${unit}`)
    .join(NO_BREAK_SPACE)
