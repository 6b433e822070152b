import { expect, test } from 'vitest'
import { canCheckOut, outcomeOf, paragraphsOf } from './outcome.ts'
import type { StoredCheckIn } from './stored-check-ins.ts'

const flags = { banned: false, highTemperature: false, lowTemperature: false }

test.each([
  [{}, 'success'],
  [{ lowTemperature: true }, 'low'],
  [{ highTemperature: true }, 'high'],
  [{ banned: true }, 'banned'],
  [{ banned: true, highTemperature: true }, 'banned'],
  [{ banned: true, lowTemperature: true }, 'banned'],
] as const)('%j: %s', (set, outcome) => {
  expect(outcomeOf({ ...flags, ...set })).toBe(outcome)
})

test.each([
  [{}, true],
  [{ checkOutToken: null }, false],
  [{ banned: true }, false],
  [{ lowTemperature: true }, false],
  [{ highTemperature: true }, false],
] as const)('%j may check out: %s', (set, expected) => {
  expect(canCheckOut({ ...flags, checkOutToken: 'token', ...set } as StoredCheckIn)).toBe(expected)
})

test.each([
  ['', []],
  ['Welcome', ['Welcome']],
  ['One\nline', ['One\nline']],
  ['One\n\nTwo', ['One', 'Two']],
  ['One\r\n\r\nTwo', ['One', 'Two']],
  ['\n\nOne \n \t\n\n\n Two\n\n', ['One', 'Two']],
])('%j', (message, paragraphs) => {
  expect(paragraphsOf(message)).toEqual(paragraphs)
})
