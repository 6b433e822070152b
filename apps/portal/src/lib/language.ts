import { runtimeConfig } from '@gatehouse/api-client/runtime-config'
import { type Catalogues, createLanguageChoice } from '@gatehouse/i18n/language-choice'
import type { PortalCatalogue } from '@gatehouse/i18n/portal-catalogues'
import { remembered } from '@gatehouse/ui/staff/remembered.ts'
import type { Language } from '@gatehouse/validation/vocabulary'
import type { StaticDataRouteOption } from '@tanstack/react-router'

/** The texts of the login in a language, with the ways to those of all parts. */
const catalogues = {
  'en-au': () => import('./catalogues/login/en-au.ts'),
  en: () => import('./catalogues/login/en.ts'),
  es: () => import('./catalogues/login/es.ts'),
} satisfies Catalogues

const choice = createLanguageChoice({ catalogues, config: runtimeConfig, memory: remembered('language') })
export const { preferredLanguage, activateLocale, chooseOwnLanguage } = choice

const added = new Map<PortalCatalogue, Catalogues>()

function cataloguesOf(name: PortalCatalogue): Catalogues {
  // Each of them is there: infra/checks/staff-budget.ts reads them from the build.
  const load = (language: Language) => async () => {
    const { parts } = await catalogues[language]()
    return (await parts[`./${name}/${language}.po`]?.()) ?? { messages: {} }
  }
  const found = added.get(name) ?? { 'en-au': load('en-au'), en: load('en'), es: load('es') }
  added.set(name, found)
  return found
}

/** Loads texts in the active language and in each later one. */
export async function loadTexts(names: readonly PortalCatalogue[]): Promise<void> {
  await Promise.all(names.map((name) => choice.addCatalogues(cataloguesOf(name))))
}

/** Loads what the routes of an address say. */
export const loadTextsOf = (matches: readonly { staticData: StaticDataRouteOption }[]) =>
  loadTexts(matches.flatMap(({ staticData }) => staticData.texts ?? []))

/** A part of a page that is fetched after a press, and the texts that it brings along. */
export async function laterPart<Part>(part: Promise<Part>, ...texts: PortalCatalogue[]): Promise<Part> {
  const [found] = await Promise.all([part, loadTexts(texts)])
  return found
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The catalogues that the page needs besides that of the login. */
    texts?: readonly PortalCatalogue[]
  }
}
