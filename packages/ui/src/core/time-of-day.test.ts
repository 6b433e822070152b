import { describe, expect, test } from 'vitest'
import { hourText, readWholeTime, shiftTime, withDayPeriod, withHour, withMinute } from './time-of-day.ts'

describe('a typed hour', () => {
  const table: [time: string, text: string, hasDayPeriods: boolean, expected: string | undefined][] = [
    ['09:30', '1', true, '01:30'],
    ['21:30', '1', true, '13:30'],
    ['21:30', '12', true, '12:30'],
    ['09:30', '12', true, '00:30'],
    ['09:30', '13', true, '13:30'],
    ['21:30', '00', true, undefined],
    ['09:30', '24', true, undefined],
    ['09:30', '23', true, '23:30'],
    ['21:30', '0', true, undefined],
    ['21:30', '09', true, '21:30'],
    ['21:30', '9', false, '09:30'],
    ['21:30', '0', false, '00:30'],
    ['21:30', '24', false, undefined],
    ['21:30', '', false, undefined],
  ]
  test.each(table)('%s, %j, day periods %s: %s', (time, text, hasDayPeriods, expected) => {
    expect(withHour(time, text, hasDayPeriods)).toBe(expected)
  })
})

test('a typed minute', () => {
  expect(['', '5', '05', '59', '60'].map((text) => withMinute('13:30', text))).toEqual([
    undefined,
    '13:05',
    '13:05',
    '13:59',
    undefined,
  ])
})

test('the hour is written by the clock of the language', () => {
  const times = ['00:05', '01:05', '12:05', '13:05']
  expect(times.map((time) => hourText(time, true))).toEqual(['12', '1', '12', '1'])
  expect(times.map((time) => hourText(time, false))).toEqual(['00', '01', '12', '13'])
})

test('a day period changes half of the day', () => {
  const times = ['00:05', '11:05', '12:05', '23:05']
  expect(times.map((time) => withDayPeriod(time, false))).toEqual(['00:05', '11:05', '00:05', '11:05'])
  expect(times.map((time) => withDayPeriod(time, true))).toEqual(['12:05', '23:05', '12:05', '23:05'])
})

test('a time is shifted across midnight', () => {
  expect([shiftTime('23:59', 1), shiftTime('00:00', -1), shiftTime('00:30', -60)]).toEqual([
    '00:00',
    '23:59',
    '23:30',
  ])
})

test.each([
  ['7:05', '7', '05', undefined],
  [' 02.05 ', '02', '05', undefined],
  ['07:05 am', '07', '05', false],
  ['3:05pm', '3', '05', true],
  ['a las 7:05 p. m.', '7', '05', true],
  ['07:05:00', '07', '05', undefined],
  ['5:31 am AWST', '5', '31', false],
  ['07h05', '07', '05', undefined],
  ['07:05 h', '07', '05', undefined],
  ['07 05', '07', '05', undefined],
  ['0705', '07', '05', undefined],
  ['3 pm', '3', '00', true],
  ['a las 11 a. m.', '11', '00', false],
  ['\uff11\uff12:\uff13\uff10', '12', '30', undefined],
])('%j is a whole time', (text, hour, minute, isAfternoon) => {
  expect(readWholeTime(text)).toEqual({ hour, minute, isAfternoon })
})

test.each(['', '7', '7 h', '070', '7:5', '2026-11-24', '24/11/2026 07:05', '123456', 'noon'])(
  '%j is none',
  (text) => {
    expect(readWholeTime(text)).toBeUndefined()
  },
)
