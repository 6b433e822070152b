import { type Catalogues, loadAndActivate } from '@gatehouse/i18n/language-choice'
import type { Messages } from '@lingui/core'
import type { Language } from '@gatehouse/validation/vocabulary'

const catalogues: Catalogues = {
  'en-au': () => import('@gatehouse/i18n/catalogues/guest/en-au.po'),
  en: () => import('@gatehouse/i18n/catalogues/guest/en.po'),
  es: () => import('@gatehouse/i18n/catalogues/guest/es.po'),
}

/** The texts that only kiosks have. */
let added: Record<Language, Messages> | undefined

/** Activates a language of the page. @throws when its catalogue cannot be loaded */
export async function activateLocale(language: Language): Promise<void> {
  const { messages } = await catalogues[language]()
  const all = { ...messages, ...added?.[language] }
  await loadAndActivate(language, { ...catalogues, [language]: async () => ({ messages: all }) })
}

/** Adds texts, which count from the next activation on, and loads every language: a kiosk changes it without a network. */
export async function addTexts(texts: Record<Language, Messages>): Promise<void> {
  added = texts
  await Promise.allSettled(Object.values(catalogues).map((load) => load()))
}
