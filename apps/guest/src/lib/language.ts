import { loadAndActivate } from '@gatehouse/i18n/language-choice'
import type { Language } from '@gatehouse/validation/vocabulary'

const catalogues = {
  'en-au': () => import('@gatehouse/i18n/catalogues/guest/en-au.po'),
  en: () => import('@gatehouse/i18n/catalogues/guest/en.po'),
  es: () => import('@gatehouse/i18n/catalogues/guest/es.po'),
}

/** Activates a language of the page. @throws when its catalogue cannot be loaded */
export function activateLocale(language: Language): Promise<void> {
  return loadAndActivate(language, catalogues)
}
