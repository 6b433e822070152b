import { limits, serverLimits } from '@gatehouse/validation/limits'

/**
 * How a temperature code is treated (docs/decisions/0020).
 * - `single`: it is looked up
 * - `first_of_two`: it is kept without looking it up, and a second one is asked for
 * - `both`: it is looked up together with the one that was kept, and both have to be right
 */
export type CodeMode = 'single' | 'first_of_two' | 'both'

/** The rest of the day's budgets of guesses, in chances of one in a million. */
export interface GuessBudgets {
  perNetwork: number
  perSite: number
}

/** A code that waits for a second one. The reading of the second one is made after this moment. */
export interface FirstCode {
  code: string
  at: Date
}

const CODES = 10 ** limits.verificationCodeDigits
const MILLION = 1_000_000

/** One code is enough as long as the caller's network and the site have a budget left. */
export function chooseCodeMode(
  { perNetwork, perSite }: GuessBudgets,
  first: FirstCode | undefined,
  code: string,
  now: Date,
): CodeMode {
  if (perNetwork > 0 && perSite > 0) return 'single'
  if (first === undefined || first.code === code) return 'first_of_two'
  return now.getTime() - first.at.getTime() > serverLimits.secondCodeSeconds * 1000 ? 'first_of_two' : 'both'
}

/** The chance in millionths that one guess is right, with this number of live codes at the site. */
export function chanceOfOne(live: number): number {
  return (live / CODES) * MILLION
}

/** The chance in millionths that two guesses are both right; `newer` counts the live codes of readings made after the first guess. */
export function chanceOfBoth(live: number, newer: number): number {
  return chanceOfOne(live) * (newer / CODES)
}
