import { expect, test } from 'vitest'
import { compareCounts, sortSites, sumRefused } from './figures.ts'

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
