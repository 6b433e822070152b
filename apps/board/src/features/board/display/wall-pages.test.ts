import { timeZoneOf } from '@gatehouse/i18n/format/time-zone'
import { expect, test } from 'vitest'
import { isNight, shiftOf, wallFirstName, wallNameScale, wallPage, wallSize } from './wall-pages.ts'

test.each([
  [500, 1872, 890, 1080, { columns: 3, rows: 8, fontSize: 40 }],
  [25, 1872, 890, 1080, { columns: 3, rows: 8, fontSize: 40 }],
  // Few people fill the page with larger names.
  [10, 1872, 890, 1080, { columns: 2, rows: 5, fontSize: 60 }],
  [4, 1872, 890, 1080, { columns: 1, rows: 4, fontSize: 80 }],
  [500, 3792, 1900, 2160, { columns: 3, rows: 9, fontSize: 80 }],
  [500, 1232, 560, 720, { columns: 3, rows: 7, fontSize: 28 }],
  [500, 312, 560, 740, { columns: 1, rows: 7, fontSize: 28 }],
  [1, 312, 560, 740, { columns: 1, rows: 7, fontSize: 28 }],
  [1, 0, 0, 0, { columns: 1, rows: 1, fontSize: 28 }],
])('%i people on %i × %i pixels of a screen %i pixels high', (people, width, height, screen, expected) => {
  expect(wallSize(people, width, height, screen)).toEqual(expected)
})

test.each([
  ['Silva, Ana', 1],
  ['Featherstonehaugh-Cholmondeley, M.', 32 / 34],
  ['Wolfeschlegelsteinhausenbergerdorff, H.', 17 / 36],
  ['王小明', 1],
  ['', 1],
])('%s is as much smaller as two lines need', (name, scale) => {
  expect(wallNameScale(name)).toBeCloseTo(scale)
})

test.each([
  ['Ana', 'Silva', 'Ana'],
  ['Maximiliana-Wilhelmina Konstantinopel', 'Featherstonehaugh-Cholmondeley', 'M.'],
  ['Maximiliana-Wilhelmina Konstantinopel', '', 'Maximiliana-Wilhelmina Konstantinopel'],
  ['', 'Featherstonehaugh-Cholmondeley-Smythe', ''],
])('%s %s leaves room for the last name', (firstName, lastName, expected) => {
  expect(wallFirstName({ firstName, lastName })).toBe(expected)
})

test('everybody is on one page, and after the last page the first one is shown', () => {
  const people = Array.from({ length: 533 }, (_, at) => at)
  const size = { columns: 5, rows: 9 }
  const pages = Array.from({ length: 12 }, (_, turned) => wallPage(people, size, turned))
  expect(pages.flatMap(({ items }) => items)).toEqual(people)
  expect(pages[0]).toMatchObject({ number: 1, count: 12 })
  expect(wallPage(people, size, 12)).toEqual(pages[0])
  expect(wallPage([], size, 3)).toEqual({ items: [], number: 1, count: 1 })
})

test('the picture never moves more than three pixels, and comes back', () => {
  const minutes = Array.from({ length: 9 }, (_, at) => shiftOf(at * 60_000))
  expect(new Set(minutes).size).toBe(8)
  expect(minutes[8]).toBe(minutes[0])
})

test.each([
  ['2026-11-20T10:59:00Z', false],
  ['2026-11-20T11:00:00Z', true],
  ['2026-11-20T18:59:00Z', true],
  ['2026-11-20T19:00:00Z', false],
])('night at the site, %s', (at, expected) => {
  expect(isNight(Date.parse(at), timeZoneOf('Australia/Sydney'))).toBe(expected)
})
