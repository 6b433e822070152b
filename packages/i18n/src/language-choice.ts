import { i18n, type Messages } from '@lingui/core'
import { defaultLanguage, type Language } from '@gatehouse/validation/vocabulary'
import { localeTags } from './language-names.ts'

/** Loads each language's catalogue. Each app has its own, so that it loads only its own texts. */
export type Catalogues = Record<Language, () => Promise<{ messages: Messages }>>

export interface LanguageChoiceOptions {
  catalogues: Catalogues
  /** The languages of the installation, and the server's choice from the browser's preferences. */
  config: { languages: readonly Language[]; language: Language }
  /** The language that was chosen in this browser before. */
  memory: { get(): string | undefined; set(language: Language): void }
}

const COOKIE = 'gatehouse-language'
const YEAR_SECONDS = 365 * 86_400

/** Loads the catalogues of a language and activates them, together with the document's `lang`. */
export async function loadAndActivate(language: Language, ...all: Catalogues[]): Promise<void> {
  for (const { messages } of await Promise.all(all.map((catalogues) => catalogues[language]())))
    i18n.load(localeTags[language], messages)
  i18n.activate(localeTags[language])
  document.documentElement.lang = localeTags[language]
}

/** Stores the language in a cookie for a year. The server then renders pages in this language. */
export function saveLanguageCookie(language: Language): void {
  document.cookie = `${COOKIE}=${language}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`
}

/** The language of a staff app: which one is preferred, activating it, and changing it. */
export function createLanguageChoice({ catalogues, config, memory }: LanguageChoiceOptions) {
  let active: Language | undefined
  const added = new Map<Catalogues, Promise<void>>()

  const findOffered = (language: string | undefined) => config.languages.find((own) => own === language)
  const activateLocale = async (language: Language) => {
    if (language === active) return
    const before = active
    active = language
    try {
      await loadAndActivate(language, catalogues, ...added.keys())
    } catch (error) {
      // Without this reset a second request for the same language would do nothing.
      if (active === language) active = before
      throw error
    }
  }
  return {
    /** The language chosen in this browser, else the profile's, else the server's choice. */
    preferredLanguage: (profileLanguage?: Language): Language =>
      findOffered(memory.get()) ??
      findOffered(profileLanguage) ??
      findOffered(config.language) ??
      defaultLanguage,
    /**
     * Activates a language, unless it is active already.
     * @throws when its catalogue cannot be loaded
     */
    activateLocale,
    /**
     * Loads further texts in the active language, and again when it changes.
     * @throws when they cannot be loaded
     */
    addCatalogues(more: Catalogues): Promise<void> {
      const language = active ?? defaultLanguage
      const loading =
        added.get(more) ??
        more[language]().then(
          ({ messages }) => i18n.load(localeTags[language], messages),
          (error: unknown) => {
            added.delete(more)
            throw error
          },
        )
      added.set(more, loading)
      return loading
    },
    /** Changes the language of this browser, now and for later visits. */
    async chooseOwnLanguage(language: Language): Promise<void> {
      memory.set(language)
      saveLanguageCookie(language)
      await activateLocale(language)
    },
  }
}
