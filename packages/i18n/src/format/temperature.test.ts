import { expect, test } from 'vitest'
import { formatTemperature } from './temperature.ts'

test.each([
  [36.6, 'en-au', '36.6°C'],
  [37, 'en-au', '37.0°C'],
  [36.6, 'en', '97.9°F'],
  [38.25, 'es', '38,3 °C'],
] as const)('%s in %s: %s', (celsius, language, words) => {
  expect(formatTemperature(celsius, language).replace(/\s/gu, ' ')).toBe(words)
})
