import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'drizzle-orm'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { withoutTenant } from '../../db/tenancy.ts'
import { medianStay, minutesOfBin } from './stay-histogram.ts'

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
