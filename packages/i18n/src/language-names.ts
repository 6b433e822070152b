import type { Language } from '@gatehouse/validation/vocabulary'

/** The name of each language in that language, for the language switch. */
export const languageNames: Record<Language, string> = {
  'en-au': 'English (AU)',
  en: 'English (US)',
  es: 'Español',
}

/** The BCP 47 tag of each language, for `Intl` and the `lang` attribute. */
export const localeTags: Record<Language, string> = { 'en-au': 'en-AU', en: 'en-US', es: 'es' }

/** The options of a language switch, by their BCP 47 tags. */
export function languageOptions(languages: readonly Language[]): { code: string; name: string }[] {
  return languages.map((language) => ({ code: localeTags[language], name: languageNames[language] }))
}

/** The language of an option of a language switch. */
export function languageOfTag(tag: string, languages: readonly Language[]): Language | undefined {
  return languages.find((language) => localeTags[language] === tag)
}

/** Where there is little room. */
export const shortLanguageNames: Record<Language, string> = { 'en-au': 'EN-AU', en: 'EN-US', es: 'ES' }
