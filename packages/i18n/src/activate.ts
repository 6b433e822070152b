import { i18n, type Messages } from '@lingui/core'
import type { Language } from '@gatehouse/validation/vocabulary'
import { localeTags } from './language-names.ts'

/** Switches the page's words: loads the catalogue, then sets it and the document's `lang` together. */
export async function activateLanguage(
  language: Language,
  load: (language: Language) => Promise<{ messages: Messages }>,
): Promise<void> {
  const { messages } = await load(language)
  i18n.loadAndActivate({ locale: localeTags[language], messages })
  document.documentElement.lang = localeTags[language]
}
