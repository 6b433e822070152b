import { localeTags } from '@gatehouse/i18n/language-names'
import type { Language } from '@gatehouse/validation/vocabulary'

/** Whole minutes on site, never below 0. */
export function minutesOnSite(signedInAt: string, now: number): number {
  return Math.max(0, Math.floor((now - Date.parse(signedInAt)) / 60_000))
}

/** A duration short enough for a column, as `4h 14m`. */
export function formatStay(minutes: number, language: Language): string {
  const unit = (value: number, name: 'hour' | 'minute') =>
    new Intl.NumberFormat(localeTags[language], { style: 'unit', unit: name, unitDisplay: 'narrow' }).format(
      value,
    )
  if (minutes < 60) return unit(minutes, 'minute')
  return `${unit(Math.floor(minutes / 60), 'hour')} ${unit(minutes % 60, 'minute')}`
}
