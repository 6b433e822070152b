/**
 * `npm run verify properties` repeats the tests of the gate at full size. It alone runs tests of
 * query plans, which depend on the statistics of PostgreSQL and on dead rows of other tests.
 */
export const isFull = process.env['RUNS'] === 'full'

/** The time limit of a property test, longer at full size. */
export const limitMs = isFull ? 180_000 : undefined

/** The gate takes every fourth case of a rule, verification all. */
export const everyFourth = <T>(all: readonly T[]): T[] => all.filter((_, index) => index % 4 === 0)

/** The number of runs of a property test. The gate takes a sixth. */
export function runs(full: number): number {
  return isFull ? full : Math.ceil(full / 6)
}
