import { localeTags } from '@gatehouse/i18n/language-names'
import { type Language, languages } from '@gatehouse/validation/vocabulary'
import { type I18n, type Messages, setupI18n } from '@lingui/core'
import { queryOptions } from '@tanstack/react-query'

export type TextsInAllLanguages = ReadonlyMap<Language, I18n>

/** A catalogue in each language, for texts in other languages than the reader's. */
export const textsInAllLanguagesQuery = (
  name: string,
  catalogue: Record<Language, () => Promise<{ messages: Messages }>>,
) =>
  queryOptions({
    queryKey: [name],
    queryFn: async (): Promise<TextsInAllLanguages> => {
      const loaded = await Promise.all(
        languages.map(async (language): Promise<[Language, I18n]> => {
          const locale = localeTags[language]
          const { messages } = await catalogue[language]()
          return [language, setupI18n({ locale, messages: { [locale]: messages } })]
        }),
      )
      return new Map(loaded)
    },
    staleTime: Infinity,
  })
