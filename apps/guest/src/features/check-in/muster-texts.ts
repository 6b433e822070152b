import { localeTags } from '@gatehouse/i18n/language-names'
import type { Language } from '@gatehouse/validation/vocabulary'
import { i18n } from '@lingui/core'

const texts = {
  'en-au': () => import('@gatehouse/i18n/catalogues/guest-muster/en-au.po'),
  en: () => import('@gatehouse/i18n/catalogues/guest-muster/en.po'),
  es: () => import('@gatehouse/i18n/catalogues/guest-muster/es.po'),
}

/** Loads the texts that only musters need. @throws if they cannot be loaded */
export async function loadMusterTexts(...languages: readonly Language[]): Promise<void> {
  const load = async (language: Language) =>
    i18n.load(localeTags[language], (await texts[language]()).messages)
  await Promise.all(languages.map(load))
}
