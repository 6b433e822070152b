import { describe, expect, test } from 'vitest'
import { deliveryOf, isStoredSignIn, type StoredSignIn, timeOfSignIn } from './stored-sign-in.ts'

const MADE_AT = Date.parse('2026-11-22T10:00:00Z')
const body = {
  firstName: 'Ana',
  lastName: 'Silva',
  mobile: '0491570156',
  machineId: '01990c7e-58a1-7f3c-9d2e-6b1f0c2a4e77',
  dependents: 0,
  questions: {},
}
const signIn = (clockOffset: number | null): StoredSignIn => ({
  attempt: { key: 'k', body, madeAt: MADE_AT, isSent: true },
  clockOffset,
})
const MINUTE = 60_000

test.each([
  ['by the offset at the sign-in', signIn(MINUTE), 2 * MINUTE, '2026-11-22T10:01:00.000Z'],
  ['by the offset now, where it was not known before', signIn(null), -MINUTE, '2026-11-22T09:59:00.000Z'],
  ['as now, where the clock was set back since', signIn(5 * 60 * MINUTE), 0, '2026-11-22T11:00:00.000Z'],
])('the time of a sign-in %s', (_, stored, offsetNow, time) => {
  expect(timeOfSignIn(stored, MADE_AT + 60 * MINUTE, offsetNow)).toBe(time)
})

test.each([
  [200, 'decided'],
  [404, 'decided'],
  [422, 'decided'],
  [400, 'keep'],
  [409, 'keep'],
  [500, 'keep'],
  [502, 'keep'],
  [429, 'stop'],
  [503, 'stop'],
  [undefined, 'stop'],
])('a response of %s means: %s', (status, delivery) => {
  expect(deliveryOf(status)).toBe(delivery)
})

describe('what the browser has stored', () => {
  test('is a sign-in', () => {
    expect(isStoredSignIn(JSON.parse(JSON.stringify(signIn(null))))).toBe(true)
  })
  test.each([undefined, null, 'x', {}, { attempt: {} }, { ...signIn(0), clockOffset: '1' }])(
    'is none: %j',
    (value) => {
      expect(isStoredSignIn(value)).toBe(false)
    },
  )
})
