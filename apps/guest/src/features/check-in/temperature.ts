import { localeTags } from '@gatehouse/i18n/language-names'
import type { Language } from '@gatehouse/validation/vocabulary'

/** A reading in degrees Celsius, in words of the language: American readers get Fahrenheit. */
export function temperatureIn(celsius: number, language: Language): string {
  const isAmerican = language === 'en'
  return new Intl.NumberFormat(localeTags[language], {
    style: 'unit',
    unit: isAmerican ? 'fahrenheit' : 'celsius',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(isAmerican ? celsius * 1.8 + 32 : celsius)
}
