import { localeTags } from '@gatehouse/i18n/language-names'
import { useLanguage } from '@gatehouse/i18n/use-language'

/** Returns a function that formats numbers in the page's language. */
export function useNumber(options?: Intl.NumberFormatOptions): (value: number) => string {
  const format = new Intl.NumberFormat(localeTags[useLanguage()], options)
  return (value) => format.format(value)
}
