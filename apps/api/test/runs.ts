/** `npm run verify properties` runs the files of the gate again, with all that they have. */
export const isFull = process.env['RUNS'] === 'full'

/** The time limit of a property: more than that of the gate where it is tried in full. */
export const limitMs = isFull ? 180_000 : undefined

/** Of what a rule is tried on, the gate takes every fourth, verification all. */
export const everyFourth = <T>(all: readonly T[]): T[] => all.filter((_, index) => index % 4 === 0)

/** How often a property is tried. The gate does with a sixth. */
export function runs(full: number): number {
  return isFull ? full : Math.ceil(full / 6)
}
