import { runtimeConfig } from '@gatehouse/api-client/runtime-config'
import { type Catalogues, createLanguageChoice } from '@gatehouse/i18n/language-choice'
import { remembered } from '@gatehouse/ui/staff/remembered.ts'

/** The texts of the login. */
const login: Catalogues = {
  'en-au': () => import('@gatehouse/i18n/catalogues/login/en-au.po'),
  en: () => import('@gatehouse/i18n/catalogues/login/en.po'),
  es: () => import('@gatehouse/i18n/catalogues/login/es.po'),
}

/** The texts of the side bar and Home. */
const shell: Catalogues = {
  'en-au': () => import('@gatehouse/i18n/catalogues/shell/en-au.po'),
  en: () => import('@gatehouse/i18n/catalogues/shell/en.po'),
  es: () => import('@gatehouse/i18n/catalogues/shell/es.po'),
}

/** The texts of all other pages, and of what opens over a page. */
export const portalTexts: Catalogues = {
  'en-au': () => import('@gatehouse/i18n/catalogues/portal/en-au.po'),
  en: () => import('@gatehouse/i18n/catalogues/portal/en.po'),
  es: () => import('@gatehouse/i18n/catalogues/portal/es.po'),
}

const choice = createLanguageChoice({
  catalogues: login,
  config: runtimeConfig,
  memory: remembered('language'),
})
export const { preferredLanguage, activateLocale, chooseOwnLanguage } = choice

/**
 * Loads texts in the active language, and again when it changes.
 * @throws when they can't be loaded
 */
export const loadTexts = (name: 'shell' | 'portal') =>
  choice.addCatalogues(name === 'shell' ? shell : portalTexts)
