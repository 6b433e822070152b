import type { Language } from '@gatehouse/validation/vocabulary'

/** The name of each language in that language, for the language switch. */
export const languageNames: Record<Language, string> = {
  'en-au': 'English (Australia)',
  en: 'English (US)',
  es: 'Español',
}

/** The BCP 47 tag of each language, for `Intl` and the `lang` attribute. */
export const localeTags: Record<Language, string> = { 'en-au': 'en-AU', en: 'en-US', es: 'es' }
