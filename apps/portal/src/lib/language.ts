import { runtimeConfig } from '@gatehouse/api-client/runtime-config'
import { type Catalogues, createLanguageChoice } from '@gatehouse/i18n/language-choice'
import { remembered } from '@gatehouse/ui/staff/remembered.ts'

const choice = createLanguageChoice({
  catalogues: {
    'en-au': () => import('@gatehouse/i18n/catalogues/login/en-au.po'),
    en: () => import('@gatehouse/i18n/catalogues/login/en.po'),
    es: () => import('@gatehouse/i18n/catalogues/login/es.po'),
  },
  config: runtimeConfig,
  memory: remembered('language'),
})
export const { preferredLanguage, activateLocale, chooseOwnLanguage } = choice

const shell: Catalogues = {
  'en-au': () => import('@gatehouse/i18n/catalogues/shell/en-au.po'),
  en: () => import('@gatehouse/i18n/catalogues/shell/en.po'),
  es: () => import('@gatehouse/i18n/catalogues/shell/es.po'),
}
const pages: Catalogues = {
  'en-au': () => import('@gatehouse/i18n/catalogues/portal/en-au.po'),
  en: () => import('@gatehouse/i18n/catalogues/portal/en.po'),
  es: () => import('@gatehouse/i18n/catalogues/portal/es.po'),
}

/** Loads the texts of all pages but the login and Home. */
export const loadPageTexts = () => choice.addCatalogues(pages)

/** Loads the texts of a page: the login and Home wait for no others than their own. */
export async function loadTextsOf(pathname: string): Promise<void> {
  if (pathname === '/login') return
  const isHome = pathname === '/' || pathname === '/home'
  await Promise.all([choice.addCatalogues(shell), isHome || loadPageTexts()])
}

/** A part of the login or the shell that is fetched after a press, and the texts that it brings along. */
export async function laterPart<Part>(part: Promise<Part>): Promise<Part> {
  const [found] = await Promise.all([part, loadPageTexts()])
  return found
}
