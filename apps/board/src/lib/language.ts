import { runtimeConfig } from '@gatehouse/api-client/runtime-config'
import { createLanguageChoice } from '@gatehouse/i18n/language-choice'
import { remembered } from '@gatehouse/ui/staff/remembered.ts'

export const { preferredLanguage, activateLocale, chooseOwnLanguage, addCatalogues } = createLanguageChoice({
  catalogues: {
    'en-au': () => import('@gatehouse/i18n/catalogues/board/en-au.po'),
    en: () => import('@gatehouse/i18n/catalogues/board/en.po'),
    es: () => import('@gatehouse/i18n/catalogues/board/es.po'),
  },
  config: runtimeConfig,
  memory: remembered('language'),
})
