import { describe, expect, it } from 'vitest'
import { attacks, simulateDay } from '../../../test/day-of-guessing.ts'
import { chanceOfBoth, chanceOfOne, chooseCodeMode } from './code-guessing.ts'

describe('chooseCodeMode', () => {
  const now = new Date('2026-11-20T03:04:05.678Z')
  const first = (code: string, seconds: number) => ({ code, at: new Date(now.getTime() - seconds * 1000) })
  it.each([
    [{ perNetwork: 1000, perSite: 2000 }, undefined, 'single'],
    [{ perNetwork: 0.1, perSite: 0.1 }, first('222222', 5), 'single'],
    [{ perNetwork: 0, perSite: 2000 }, undefined, 'first_of_two'],
    [{ perNetwork: 1000, perSite: -1 }, undefined, 'first_of_two'],
    [{ perNetwork: 1000, perSite: 0 }, first('222222', 5), 'both'],
    [{ perNetwork: 0, perSite: 0 }, first('222222', 90), 'both'],
    [{ perNetwork: 0, perSite: 0 }, first('222222', 90.001), 'first_of_two'],
    [{ perNetwork: 0, perSite: 0 }, first('111111', 5), 'first_of_two'],
  ] as const)('with %o left, after %o, is %s', (budgets, earlier, expected) => {
    expect(chooseCodeMode(budgets, earlier, '111111', now)).toBe(expected)
  })
})

it.each([
  [0, 0, 0, 0],
  [1, 0, 1, 0],
  [100, 15, 100, 0.0015],
  [1000, 1000, 1000, 1],
])(
  'of %i live codes, %i of them newer, one is guessed with %d, two with %d millionths',
  (live, newer, one, both) => {
    expect(chanceOfOne(live)).toBeCloseTo(one, 9)
    expect(chanceOfBoth(live, newer)).toBeCloseTo(both, 9)
  },
)

/** Each attack, at full size, is a matter of test/verify. */
describe.each(['oneDraft', 'freshDrafts'] as const)('a day of guessing with %s', (name) => {
  it.each([1, 100])('finds one of %i live codes with a chance under 1 %, and keeps nobody out', (live) => {
    const { chance, waits } = simulateDay(attacks[name], live)
    expect(chance).toBeLessThan(0.0075)
    expect(waits.length).toBeGreaterThan(1400)
    expect(Math.max(...waits)).toBeLessThanOrEqual(30)
  })
})

it('a day of guessing at more codes than two can guard keeps its chance, and lets people wait', () => {
  const { chance, waits } = simulateDay(attacks.freshDrafts, 1000)
  expect(chance).toBeLessThan(0.0075)
  expect(Math.max(...waits)).toBeGreaterThan(30)
})
