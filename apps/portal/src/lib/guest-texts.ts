import { textsInAllLanguagesQuery } from './texts-in-all-languages.ts'

/** The guest app's texts in each language, for previews of what a phone shows. */
export const guestTextsQuery = textsInAllLanguagesQuery('guest-texts', {
  'en-au': () => import('@gatehouse/i18n/catalogues/guest/en-au.po'),
  en: () => import('@gatehouse/i18n/catalogues/guest/en.po'),
  es: () => import('@gatehouse/i18n/catalogues/guest/es.po'),
})
