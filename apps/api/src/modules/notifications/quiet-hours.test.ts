import { expect, it } from 'vitest'
import { sendTime } from './quiet-hours.ts'

const night = { from: '22:00', until: '06:30' }
const noon = { from: '12:00', until: '13:00' }

it.each([
  ['before the night', night, '2026-11-20T10:59:59Z', '2026-11-20T10:59:59.000Z'],
  ['as it begins', night, '2026-11-20T11:00:00Z', '2026-11-20T19:30:00.000Z'],
  ['after midnight', night, '2026-11-20T15:00:00Z', '2026-11-20T19:30:00.000Z'],
  ['as it ends', night, '2026-11-20T19:30:00Z', '2026-11-20T19:30:00.000Z'],
  ['at noon', noon, '2026-11-20T01:10:00Z', '2026-11-20T02:00:00.000Z'],
  ['after noon', noon, '2026-11-20T02:00:00Z', '2026-11-20T02:00:00.000Z'],
  [
    'in an hour that the clock skips',
    { from: '22:00', until: '02:30' },
    '2026-10-03T13:00:00Z',
    '2026-10-03T16:30:00.000Z',
  ],
  ['without any time', { from: '08:00', until: '08:00' }, '2026-11-20T10:59:59Z', '2026-11-20T10:59:59.000Z'],
  ['without quiet hours', null, '2026-11-20T15:00:00Z', '2026-11-20T15:00:00.000Z'],
])('waits until the end of the quiet hours: %s', (_, quiet, at, expected) => {
  expect(
    sendTime(quiet, 'Australia/Sydney', new Date(Temporal.Instant.from(at).epochMilliseconds)).toISOString(),
  ).toBe(expected)
})
