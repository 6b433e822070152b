import { localeTags } from '@gatehouse/i18n/language-names'
import { type Language, languages } from '@gatehouse/validation/vocabulary'
import { type I18n, type Messages, setupI18n } from '@lingui/core'
import { queryOptions } from '@tanstack/react-query'

const guestTexts: Record<Language, () => Promise<{ messages: Messages }>> = {
  'en-au': () => import('@gatehouse/i18n/catalogues/guest/en-au.po'),
  en: () => import('@gatehouse/i18n/catalogues/guest/en.po'),
  es: () => import('@gatehouse/i18n/catalogues/guest/es.po'),
}

/** The texts of the guest app in each language: what is shown with them is what a phone shows. */
export const guestTextsQuery = queryOptions({
  queryKey: ['guest-texts'],
  queryFn: async () => {
    const loaded = await Promise.all(
      languages.map(async (language): Promise<[Language, I18n]> => {
        const locale = localeTags[language]
        const { messages } = await guestTexts[language]()
        return [language, setupI18n({ locale, messages: { [locale]: messages } })]
      }),
    )
    return new Map(loaded)
  },
  staleTime: Infinity,
})
