import { describe, expect, it } from 'vitest'
import { attacks, simulateDay } from '../../day-of-guessing.ts'

/** The number of valid codes up to which every honest guest is signed in within 30 s all day, with a second measurement (decision 20). */
const nobodyWaitsUpTo = { oneDraft: 1000, freshDrafts: 100, flood: 50, hundredIps: 30 }

describe.each(Object.keys(attacks) as (keyof typeof attacks)[])('G3, a day of guessing with %s', (name) => {
  it.each([1, 3, 10, 30, 50, 100, 300, 1000])('at %i live codes', (live) => {
    const { chance, looked, waits } = simulateDay(attacks[name], live)
    const longest = Math.max(...waits)
    const within = waits.filter((seconds) => seconds <= 30).length / waits.length
    console.log(
      `G3, ${name}, ${live} live: ${looked} looked up, chance ${(chance * 100).toFixed(3)} %, ${(within * 100).toFixed(1)} % in within 30 s, longest ${longest.toFixed(0)} s`,
    )
    expect(chance).toBeLessThan(0.0075)
    expect(waits.length).toBeGreaterThan(1000)
    if (live <= nobodyWaitsUpTo[name]) expect(longest).toBeLessThanOrEqual(30)
  })
})
