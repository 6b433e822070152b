import { expect, test } from 'vitest'
import { formatCalendarDay, formatCalendarMonth, weekdayName } from './calendar.ts'

test('a day is the same in every zone', () => {
  expect(formatCalendarDay('2026-11-20', 'en-au')).toBe('20 Nov 2026')
  expect(formatCalendarDay('2026-11-20', 'en')).toBe('Nov 20, 2026')
  expect(formatCalendarDay('2026-11-20', 'es')).toBe('20 nov 2026')
  expect(formatCalendarDay('soon', 'en')).toBe('soon')
})

test('a month is the same in every zone', () => {
  expect(formatCalendarMonth('2026-11', 'en-au')).toBe('November 2026')
  expect(formatCalendarMonth('2026-01', 'es')).toBe('enero de 2026')
  expect(formatCalendarMonth('soon', 'en')).toBe('soon')
})

test('the week begins on Monday', () => {
  expect(weekdayName(1, 'en')).toBe('Monday')
  expect(weekdayName(7, 'es')).toBe('domingo')
})
