import type { TimeZone } from './time-zone.ts'

const made = new Map<string, Intl.DateTimeFormat>()

type DateFormatOptions = Omit<Intl.DateTimeFormatOptions, 'timeZone'> & { timeZone: TimeZone }

/** The format of a locale in a zone, made once: making one costs more than drawing the card of a person with it. */
export function dateFormat(locale: string, options: DateFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`
  const found = made.get(key)
  if (found) return found
  const format = new Intl.DateTimeFormat(locale, options)
  made.set(key, format)
  return format
}
