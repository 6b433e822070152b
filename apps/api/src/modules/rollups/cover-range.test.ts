import fc from 'fast-check'
import { expect, it } from 'vitest'
import { coverRange } from './cover-range.ts'

const time = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2027, 0, 1) })

it.each<[string, Date, Date, string[]]>([
  ['nothing', new Date('2026-03-04T10:00Z'), new Date('2026-03-04T10:00Z'), []],
  [
    'a part of a quarter hour',
    new Date('2026-03-04T10:01Z'),
    new Date('2026-03-04T10:14Z'),
    ['instant 10:01 10:14'],
  ],
  [
    'both ends of a range',
    new Date('2026-01-31T23:44:30Z'),
    new Date('2026-03-02T00:15Z'),
    [
      'instant 23:44 23:45',
      'quarter_hour 23:45 00:00',
      'month 00:00 00:00',
      'day 00:00 00:00',
      'quarter_hour 00:00 00:15',
    ],
  ],
])('%s', (_, from, to, pieces) => {
  const clock = (at: number) => new Date(at).toISOString().slice(11, 16)
  expect(
    coverRange(from.getTime(), to.getTime()).map(
      (piece) => `${piece.granularity} ${clock(piece.from)} ${clock(piece.to)}`,
    ),
  ).toEqual(pieces)
})

it('covers every range without a gap and without an overlap, by seven pieces at most', () => {
  fc.assert(
    fc.property(time, time, (one, other) => {
      const [from, to] = [Math.min(one, other), Math.max(one, other)]
      const pieces = coverRange(from, to)
      const ends = pieces.flatMap((piece) => [piece.from, piece.to])
      expect(ends).toEqual(ends.toSorted((a, b) => a - b))
      expect(pieces.map((piece) => piece.to).slice(0, -1)).toEqual(pieces.map((piece) => piece.from).slice(1))
      expect([pieces[0]?.from, pieces.at(-1)?.to]).toEqual(from === to ? [undefined, undefined] : [from, to])
      expect(pieces.length).toBeLessThanOrEqual(7)
    }),
  )
})
