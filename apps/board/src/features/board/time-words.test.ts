import { expect, test } from 'vitest'
import { createTimeWords } from './time-words.ts'

const now = new Date('2026-11-20T03:00:00Z')
const plain = (text: string) => text.replace(/\s/gu, ' ')

test.each([
  ['2026-11-20T01:05:00Z', 'Australia/Sydney', '12:05 pm'],
  ['2026-11-19T12:59:00Z', 'Australia/Sydney', '19 Nov 2026, 11:59 pm'],
  ['2026-11-19T13:01:00Z', 'Australia/Sydney', '12:01 am'],
  ['2026-11-19T13:01:00Z', 'UTC', '19 Nov 2026, 1:01 pm'],
])('%s in %s reads %s', (time, zone, expected) => {
  expect(plain(createTimeWords('en-AU', zone).since(time, now))).toBe(expected)
})

test('the last update is told to the second', () => {
  expect(plain(createTimeWords('en-AU', 'UTC').clock(Date.UTC(2026, 10, 20, 3, 4, 5)))).toBe('3:04:05 am')
})
