import { expect, test } from 'vitest'
import { durationOf, writeDuration } from './duration.ts'

test.each([
  [0, '0:00'],
  [7, '0:07'],
  [247, '4:07'],
  [3599, '59:59'],
  [3600, '1:00:00'],
  [3847, '1:04:07'],
  [36_610, '10:10:10'],
])('%i seconds read %s', (seconds, expected) => {
  expect(writeDuration(seconds)).toBe(expected)
})

test('a drill that became real took as long as it was real', () => {
  const muster = {
    started_at: '2026-11-20T22:00:00.000Z',
    became_real_at: '2026-11-20T23:00:00.000Z',
    ended_at: '2026-11-21T00:30:00.000Z',
  }
  expect(durationOf(muster)).toBe('1:30:00')
})
