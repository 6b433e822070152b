import type { Messages } from '@lingui/core'
import { defaultLanguage, type Language } from '@gatehouse/validation/vocabulary'
import { activateLanguage } from './activate.ts'

export interface LanguageChoiceOptions {
  catalogues: Record<Language, () => Promise<{ messages: Messages }>>
  /** What the installation offers, and the language that the server read from the browser. */
  config: { languages: readonly Language[]; language: Language }
  /** What was chosen in this browser before. */
  memory: { get(): string | undefined; set(language: Language): void }
}

const YEAR_SECONDS = 365 * 86_400

/** The language of an app, from its own catalogues. */
export function createLanguageChoice({ catalogues, config, memory }: LanguageChoiceOptions) {
  let spoken: Language | undefined

  const offered = (language: string | undefined) => config.languages.find((own) => own === language)
  const activateLocale = async (language: Language) => {
    if (language === spoken) return
    const before = spoken
    spoken = language
    try {
      await activateLanguage(language, (wanted) => catalogues[wanted]())
    } catch (error) {
      // Its words did not come: asked for once more, they are fetched once more.
      if (spoken === language) spoken = before
      throw error
    }
  }
  return {
    /** The language of this page: chosen here before, else the profile's, else what the server read from the browser. */
    preferredLanguage: (profileLanguage?: Language): Language =>
      offered(memory.get()) ?? offered(profileLanguage) ?? offered(config.language) ?? defaultLanguage,
    /** Speaks a language from here on; costs nothing where it is spoken already. */
    activateLocale,
    /** Changes the language for this browser, now and later; the cookie lets the server write the page in it. */
    async chooseOwnLanguage(language: Language): Promise<void> {
      memory.set(language)
      document.cookie = `gatehouse-language=${language}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`
      await activateLocale(language)
    },
  }
}
