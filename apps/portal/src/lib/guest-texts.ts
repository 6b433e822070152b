import { textsInAllLanguagesQuery } from './texts-in-all-languages.ts'

/** The texts of the guest app in each language: what is shown with them is what a phone shows. */
export const guestTextsQuery = textsInAllLanguagesQuery('guest-texts', {
  'en-au': () => import('@gatehouse/i18n/catalogues/guest/en-au.po'),
  en: () => import('@gatehouse/i18n/catalogues/guest/en.po'),
  es: () => import('@gatehouse/i18n/catalogues/guest/es.po'),
})
