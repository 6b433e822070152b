import { expect, test } from 'vitest'
import { formatWait } from './wait.ts'

test.each([
  [0, 'in 1 minute'],
  [1, 'in 1 minute'],
  [60, 'in 1 minute'],
  [61, 'in 2 minutes'],
  [900, 'in 15 minutes'],
  [5400, 'in 90 minutes'],
  [5401, 'in 2 hours'],
  [86_399, 'in 24 hours'],
])('%i seconds: %s', (seconds, expected) => {
  expect(formatWait(seconds, 'en-au')).toBe(expected)
})

test('in Spanish', () => {
  expect(formatWait(61, 'es')).toBe('dentro de 2 minutos')
})
