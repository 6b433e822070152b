import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'

/**
 * Sets the locale of React Aria's own texts, sorting and type-ahead for all children.
 * @param locale a language tag (BCP 47), as in the `lang` attribute
 */
export function AriaLocale({ locale, children }: { locale: string; children: ReactNode }) {
  return <I18nProvider locale={locale}>{children}</I18nProvider>
}
