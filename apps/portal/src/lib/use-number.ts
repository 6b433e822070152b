import { localeTags } from '@gatehouse/i18n/language-names'
import { useLanguage } from '@gatehouse/i18n/use-language'

/** Writes numbers in the language of the page. */
export function useNumber(options?: Intl.NumberFormatOptions): (value: number) => string {
  const format = new Intl.NumberFormat(localeTags[useLanguage()], options)
  return (value) => format.format(value)
}
