import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'drizzle-orm'
import { stayRanges } from '@gatehouse/validation/vocabulary'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { withoutTenant } from '../../db/tenancy.ts'
import { binsOfRange, medianStay, minutesOfBin, staysByRange } from './stay-histogram.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

async function binsOf(minutes: number[]): Promise<number[]> {
  const rows = await withoutTenant(database.db, (shared) =>
    shared.execute<{ bin: number }>(sql`
      select gatehouse_stay_bin(value::float8) as bin
      from jsonb_array_elements_text(${JSON.stringify(minutes)}::jsonb) with ordinality as stay (value, place) order by place`),
  )
  return rows.map(({ bin }) => bin)
}

describe('a bin', () => {
  it('stands for its stays with an error of half a minute, or of 5 % where they are longer than 20 minutes', async () => {
    const stay = fc.oneof(
      fc.double({ min: 0, max: 60, noNaN: true }),
      fc.double({ min: 0, max: 1_000_000, noNaN: true }),
      fc.nat({ max: 10_000 }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(stay, { minLength: 1, maxLength: 200 }), async (stays) => {
        const bins = await binsOf(stays)
        const wrong = stays.filter((minutes, place) => {
          const error = Math.abs(minutesOfBin(bins[place] ?? 0) - minutes)
          return error > (minutes < 20 ? 0.5 : 0.05 * minutes)
        })
        expect(wrong).toEqual([])
      }),
    )
  })
})

describe('the ranges', () => {
  it('follow each other without a gap, and have every stay once', () => {
    const ranges = stayRanges.map(binsOfRange)
    expect(ranges[0]?.from).toBe(0)
    expect(ranges.slice(1).map(({ from }) => from)).toEqual(ranges.slice(0, -1).map(({ to }) => to))
    expect(ranges.at(-1)?.to).toBeUndefined()
    const histogram = Object.fromEntries(Array.from({ length: 120 }, (_, bin) => [String(bin), bin]))
    const sum = (counts: number[]) => counts.reduce((all, one) => all + one, 0)
    expect(sum(staysByRange(histogram).map(({ visits }) => visits))).toBe(sum(Object.values(histogram)))
  })

  it('begin within 5 % of what they are called', async () => {
    const named = {
      '20m_30m': 20,
      '30m_1h': 30,
      '1h_2h': 60,
      '2h_4h': 120,
      '4h_8h': 240,
      '8h_24h': 480,
      over_24h: 1440,
    }
    for (const [range, minutes] of Object.entries(named)) {
      const { from } = binsOfRange(range as keyof typeof named)
      const [below, above] = [minutesOfBin(from - 1), minutesOfBin(from)]
      expect(below).toBeLessThan(minutes * 1.05)
      expect(above).toBeGreaterThan(minutes * 0.95)
    }
  })
})

describe('the median', () => {
  it.each([
    ['of nothing', {}, null],
    ['of bins that were emptied', { '3': 0 }, null],
    ['of one stay', { '3': 1 }, 3.5],
    ['of an odd number', { '3': 1, '7': 1, '12': 1 }, 7.5],
    ['of an even number lies between the two in the middle', { '12': 1, '7': 1 }, 10],
    ['goes by numbers, not by digits', { '2': 1, '10': 1, '11': 1 }, 10.5],
  ])('%s', (_, histogram, median) => {
    expect(medianStay(histogram)).toBe(median)
  })
})

describe('the whole minutes of the median', () => {
  it.each([
    ['one stay of no time', [0], 0],
    ['just under a minute', [59 / 60], 0],
    ['a minute', [1], 1],
    ['3 min and 20 s', [3 + 20 / 60], 3],
    ['a millisecond under 4 min', [4 - 1 / 60_000], 3],
    ['exactly a quarter of an hour, three times', [15, 15, 15], 15],
    ['the one in the middle', [2, 7.99, 18], 7],
    ['two of the same minute', [7.1, 7.9], 7],
    ['the last minute that has a bin of its own', [19.99], 19],
  ])('are those that have passed: %s', async (_, stays, whole) => {
    const histogram: Record<string, number> = {}
    for (const bin of await binsOf(stays)) histogram[bin] = (histogram[bin] ?? 0) + 1
    expect(Math.floor(medianStay(histogram) ?? -1)).toBe(whole)
  })
})
