import { expect, it } from 'vitest'
import { periodAt } from './period.ts'

const now = new Date('2026-10-04T02:00:00.000Z')

it.each([
  // 4 October 2026 has 23 hours in Sydney: at 1 pm only 12 have passed.
  ['today', '2026-10-03T14:00:00.000Z', '2026-10-02T14:00:00.000Z', '2026-10-03T03:00:00.000Z'],
  ['day', '2026-10-03T02:00:00.000Z', '2026-10-02T02:00:00.000Z', '2026-10-03T02:00:00.000Z'],
  ['week', '2026-09-27T03:00:00.000Z', '2026-09-20T03:00:00.000Z', '2026-09-27T03:00:00.000Z'],
  ['month', '2026-09-04T03:00:00.000Z', '2026-08-05T03:00:00.000Z', '2026-09-04T03:00:00.000Z'],
  ['year', '2025-10-04T03:00:00.000Z', '2024-10-04T03:00:00.000Z', '2025-10-04T03:00:00.000Z'],
] as const)('%s', (name, from, previousFrom, previousTo) => {
  const period = periodAt(name, now, 'Australia/Sydney')
  expect(period.from.toISOString()).toBe(from)
  expect(period.previous.from.toISOString()).toBe(previousFrom)
  expect(period.previous.to.toISOString()).toBe(previousTo)
})

it('longer periods begin on a quarter hour, so that roll-ups have them exactly', () => {
  const { from, previous } = periodAt('week', new Date('2026-10-14T02:44:59.999Z'), 'Asia/Kathmandu')
  expect(from.toISOString()).toBe('2026-10-07T02:30:00.000Z')
  expect(previous).toEqual({ from: new Date('2026-09-30T02:30:00.000Z'), to: from })
})
