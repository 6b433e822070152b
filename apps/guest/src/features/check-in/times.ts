import { formatTime } from '@gatehouse/i18n/format/times'
import { localeTags } from '@gatehouse/i18n/language-names'
import type { Language } from '@gatehouse/validation/vocabulary'

export { formatTime }

/** The day in words, as `Friday 20 November`. */
export function formatDate(time: string, language: Language): string {
  return new Intl.DateTimeFormat(localeTags[language], {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  }).format(new Date(time))
}
