import { i18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { activateLanguage } from '@gatehouse/i18n/activate'
import { localeTags } from '@gatehouse/i18n/language-names'
import { defaultLanguage, languages, type Language } from '@gatehouse/validation/vocabulary'

const catalogues = {
  'en-au': () => import('@gatehouse/i18n/catalogues/guest/en-au.po'),
  en: () => import('@gatehouse/i18n/catalogues/guest/en.po'),
  es: () => import('@gatehouse/i18n/catalogues/guest/es.po'),
}

const NAME = 'gatehouse-language'
const YEAR_SECONDS = 365 * 86_400

export function showLanguage(language: Language): Promise<void> {
  return activateLanguage(language, (wanted) => catalogues[wanted]())
}

/** Keeps a choice for the next visit, where the server finds it: the page comes written in that language. */
export function rememberLanguage(language: Language): void {
  document.cookie = `${NAME}=${language}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`
}

/** The language the page is shown in. */
export function currentLanguage(): Language {
  return languages.find((language) => localeTags[language] === i18n.locale) ?? defaultLanguage
}

/** The same for components, which are drawn again when it changes. */
export function useLanguage(): Language {
  useLingui()
  return currentLanguage()
}
