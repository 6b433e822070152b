import { useLingui } from '@lingui/react'
import { defaultLanguage, languages, type Language } from '@gatehouse/validation/vocabulary'
import { localeTags } from './language-names.ts'

/** The language now spoken, for the formats of times and lengths. */
export function useLanguage(): Language {
  const { i18n } = useLingui()
  return languages.find((language) => localeTags[language] === i18n.locale) ?? defaultLanguage
}
