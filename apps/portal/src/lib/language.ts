import { activateLanguage } from '@gatehouse/i18n/activate'
import { localeTags } from '@gatehouse/i18n/language-names'
import { defaultLanguage, languages, type Language } from '@gatehouse/validation/vocabulary'
import { useLingui } from '@lingui/react'
import { env } from './env.ts'
import { remembered } from './remembered.ts'

const catalogues = {
  'en-au': () => import('@gatehouse/i18n/catalogues/portal/en-au.po'),
  en: () => import('@gatehouse/i18n/catalogues/portal/en.po'),
  es: () => import('@gatehouse/i18n/catalogues/portal/es.po'),
} satisfies Record<Language, unknown>

const chosen = remembered('language', (text): text is Language =>
  (languages as readonly string[]).includes(text),
)

/** The language of this page: chosen here before, else the profile's, else what the server read from the browser. */
export function preferredLanguage(profileLanguage?: Language): Language {
  return [chosen.get(), profileLanguage, env.language].find(isOffered) ?? defaultLanguage
}

let spoken: Language | undefined

/** Speaks a language from here on; costs nothing where it is spoken already. */
export async function speak(language: Language): Promise<void> {
  if (language === spoken) return
  spoken = language
  await activateLanguage(language, (wanted) => catalogues[wanted]())
}

const YEAR_SECONDS = 365 * 86_400

/** Changes the language for this browser, now and later; the cookie lets the server write the page in it. */
export async function chooseOwnLanguage(language: Language): Promise<void> {
  chosen.set(language)
  document.cookie = `gatehouse-language=${language}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`
  await speak(language)
}

/** The language now spoken, for the formats of times and lengths. */
export function useLanguage(): Language {
  const { i18n } = useLingui()
  return languages.find((language) => localeTags[language] === i18n.locale) ?? defaultLanguage
}

function isOffered(language: Language | undefined): language is Language {
  return language !== undefined && env.languages.includes(language)
}
