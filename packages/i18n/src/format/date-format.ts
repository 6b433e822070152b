import type { Language } from '@gatehouse/validation/vocabulary'
import { localeTags } from '../language-names.ts'

const made = new Map<string, Intl.DateTimeFormat>()

/** The format of a language, made once: making one costs more than drawing the card of a person with it. */
export function dateFormat(language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${JSON.stringify(options)}`
  const found = made.get(key)
  if (found) return found
  const format = new Intl.DateTimeFormat(localeTags[language], options)
  made.set(key, format)
  return format
}
