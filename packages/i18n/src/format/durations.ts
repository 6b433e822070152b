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

/** A duration in hours and minutes, as `2 hr 5 min`. @param minutes rounded to whole minutes */
export function formatDuration(minutes: number, language: Language): string {
  const tag = localeTags[language]
  const unit = (value: number, name: 'hour' | 'minute') =>
    new Intl.NumberFormat(tag, { style: 'unit', unit: name, unitDisplay: 'short' }).format(value)
  const whole = Math.max(0, Math.round(minutes))
  const hours = Math.floor(whole / 60)
  return hours === 0 ? unit(whole, 'minute') : [unit(hours, 'hour'), unit(whole % 60, 'minute')].join(' ')
}
