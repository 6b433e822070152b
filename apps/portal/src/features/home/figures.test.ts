import { expect, test } from 'vitest'
import { compareCounts, shortStay, sortSites, sumRefused } from './figures.ts'

test.each([
  [214, 188, { direction: 'up', difference: 26, percent: 14 }],
  [90, 120, { direction: 'down', difference: 30, percent: 25 }],
  [7, 7, { direction: 'same', difference: 0, percent: undefined }],
  [0, 0, { direction: 'same', difference: 0, percent: undefined }],
  [5, 0, { direction: 'up', difference: 5, percent: undefined }],
  [0, 5, { direction: 'down', difference: 5, percent: 100 }],
])('%i after %i', (count, previous, expected) => {
  expect(compareCounts({ count, previous })).toEqual(expected)
})

test('refusals are summed over their causes', () => {
  expect(sumRefused({ banned: 1, high: 2, low: 0, failed_answer: 4 })).toBe(7)
})

test('the fullest site comes first, after those with a muster, and equal ones as they came', () => {
  const site = (name: string, people: number) => ({
    id: name,
    name,
    client_name: null,
    visits: people,
    people,
    overdue: 0,
  })
  const sorted = sortSites([site('Ärmel', 0), site('Site 9', 3), site('Site 10', 3), site('Zoo', 8)])
  expect(sorted.map(({ name }) => name)).toEqual(['Zoo', 'Site 9', 'Site 10', 'Ärmel'])
  const inMuster = sortSites(sorted, new Map(Object.entries({ Zoo: true, Ärmel: false })))
  expect(inMuster.map(({ name }) => name)).toEqual(['Ärmel', 'Zoo', 'Site 9', 'Site 10'])
})

test.each([
  [0, '0', 'min'],
  // The midpoint of the median's minute, as the server returns it: 3:00 to 3:59 min is 3.
  [0.5, '0', 'min'],
  [3.5, '3', 'min'],
  [19.5, '19', 'min'],
  [59.4, '59', 'min'],
  [59.6, '59', 'min'],
  [60, '1:00', 'h'],
  [119.9, '1:59', 'h'],
  [254, '4:14', 'h'],
  [26 * 60 + 5, '26:05', 'h'],
])('%d minutes are %s %s', (minutes, value, unit) => {
  expect(shortStay(minutes)).toEqual({ value, unit })
})
