import type { Language } from '@gatehouse/validation/vocabulary'
import { localeTags } from '../language-names.ts'

/** A temperature with its unit. American English gets Fahrenheit. @param celsius degrees Celsius */
export function formatTemperature(celsius: number, language: Language): string {
  const isAmerican = language === 'en'
  return new Intl.NumberFormat(localeTags[language], {
    style: 'unit',
    unit: isAmerican ? 'fahrenheit' : 'celsius',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(isAmerican ? celsius * 1.8 + 32 : celsius)
}
