import type { Language } from '@gatehouse/validation/vocabulary'

/** Each language in its own words, as a language switch shows it. */
export const languageNames: Record<Language, string> = {
  'en-au': 'English (Australia)',
  en: 'English (US)',
  es: 'Español',
}

/** The tag that `Intl` and the `lang` attribute understand. */
export const localeTags: Record<Language, string> = { 'en-au': 'en-AU', en: 'en-US', es: 'es' }
