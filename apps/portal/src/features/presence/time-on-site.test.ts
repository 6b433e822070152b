import { expect, test } from 'vitest'
import { minutesOnSite } from './time-on-site.ts'

const asOf = '2026-11-20T03:00:00.000Z'

test.each([
  ['2026-11-20T02:00:00Z', 60],
  ['2026-11-20T02:59:01Z', 0],
  ['2026-11-20T03:00:30Z', 0],
  ['2026-11-19T03:00:00Z', 1440],
])('since %s: %i minutes', (signedInAt, expected) => {
  expect(minutesOnSite(signedInAt, Date.parse(asOf))).toBe(expected)
})
