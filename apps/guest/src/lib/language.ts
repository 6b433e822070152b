import { type Catalogues, loadAndActivate } from '@gatehouse/i18n/language-choice'
import type { Messages } from '@lingui/core'
import type { Language } from '@gatehouse/validation/vocabulary'

const catalogues: Catalogues = {
  'en-au': () => import('@gatehouse/i18n/catalogues/guest/en-au.po'),
  en: () => import('@gatehouse/i18n/catalogues/guest/en.po'),
  es: () => import('@gatehouse/i18n/catalogues/guest/es.po'),
}

/** Texts that only kiosks load. */
let added: Record<Language, Messages> | undefined

/** Activates a language of the page. @throws if its catalogue cannot be loaded */
export async function activateLocale(language: Language): Promise<void> {
  const { messages } = await catalogues[language]()
  const all = { ...messages, ...added?.[language] }
  await loadAndActivate(language, { ...catalogues, [language]: async () => ({ messages: all }) })
}

/**
 * Adds texts, which apply from the next activation, and loads all languages: a kiosk can then
 * switch offline.
 */
export async function addTexts(texts: Record<Language, Messages>): Promise<void> {
  added = texts
  await Promise.allSettled(Object.values(catalogues).map((load) => load()))
}
