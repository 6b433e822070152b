import { afterEach, expect, it } from 'vitest'
import { readServerClock, serverTime } from './server-clock.ts'

const NOON = Date.UTC(2026, 10, 20, 12)
const header = (time: number) => new Date(time).toUTCString()

afterEach(() => readServerClock(header(NOON), NOON))

it.each([
  ['a clock that is right', 0, NOON],
  ['a clock that is a few seconds off', 4000, NOON + 4000],
  ['a clock that is a day ahead', 86_400_000, NOON],
  ['a clock that is a day and a half behind', -129_600_000, NOON],
])('%s shows the server’s time', (_, ahead, shown) => {
  readServerClock(header(NOON), NOON + ahead)
  expect(serverTime(NOON + ahead)).toBe(shown)
})

it('follows a clock that is set right', () => {
  readServerClock(header(NOON), NOON + 60_000)
  readServerClock(header(NOON), NOON)
  expect(serverTime(NOON)).toBe(NOON)
})

it.each([null, '', 'soon'])('learns nothing from the header %j', (date) => {
  readServerClock(header(NOON), NOON + 60_000)
  readServerClock(date, NOON)
  expect(serverTime(NOON + 60_000)).toBe(NOON)
})
