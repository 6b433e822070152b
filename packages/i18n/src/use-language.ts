import { i18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { defaultLanguage, languages, type Language } from '@gatehouse/validation/vocabulary'
import { languageOfTag } from './language-names.ts'

/**
 * The active language, for the formats of times and numbers. The component rerenders when it
 * changes.
 */
export function useLanguage(): Language {
  return languageOfLocale(useLingui().i18n.locale)
}

/** The active language, outside of components. */
export function activeLanguage(): Language {
  return languageOfLocale(i18n.locale)
}

function languageOfLocale(locale: string): Language {
  return languageOfTag(locale, languages) ?? defaultLanguage
}
