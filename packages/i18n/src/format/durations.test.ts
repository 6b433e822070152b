import { describe, expect, it } from 'vitest'
import { formatAgo, formatDuration } from './durations.ts'

const now = new Date('2026-11-20T03:04:05.000Z')
const before = (seconds: number) => new Date(now.getTime() - seconds * 1000)

describe('formatAgo', () => {
  it.each([
    [0, 'now'],
    [1, '1 second ago'],
    [59, '59 seconds ago'],
    [60, '1 minute ago'],
    [89, '1 minute ago'],
    [90, '2 minutes ago'],
    [3599, '60 minutes ago'],
    [3600, '1 hour ago'],
    [86_399, '24 hours ago'],
    [86_400, '1 day ago'],
    [200_000, '2 days ago'],
  ])('%i seconds: %s', (seconds, text) => {
    expect(formatAgo(before(seconds), now, 'en-au')).toBe(text)
  })
  it('is never in the future, even with a wrong clock', () => {
    expect(formatAgo(before(-30), now, 'en')).toBe('now')
  })
  it('is in Spanish', () => {
    expect(formatAgo(before(7200), now, 'es')).toBe('hace 2 horas')
    expect(formatAgo(now, now, 'es')).toBe('ahora')
  })
})

it.each([
  [-3, '0 min'],
  [0, '0 min'],
  [59, '59 min'],
  [59.6, '1 h 0 min'],
  [125, '2 h 5 min'],
])('a stay of %d minutes is %s', (minutes, text) => {
  expect(formatDuration(minutes).replaceAll('\u00a0', ' ')).toBe(text)
})
