import { limits } from '@gatehouse/validation/limits'

/**
 * What becomes of a temperature code that somebody types (docs/decisions/0020).
 * - `single`: it is looked up
 * - `first_of_two`: it is kept unlooked at, whether right or wrong, and a second one is asked for
 * - `both`: it is looked up together with the one that was kept, and both have to be right
 */
export type CodeTry = 'single' | 'first_of_two' | 'both'

/** What is left of the day's budgets of guesses, in chances of one in a million. */
export interface GuessBudgets {
  perNetwork: number
  perSite: number
}

/** A code that waits for a second one, which is of a reading made after this moment. */
export interface FirstCode {
  code: string
  at: Date
}

const CODES = 10 ** limits.verificationCodeDigits
const MILLION = 1_000_000

/** One code is enough while the budgets of the caller's network and of the site last. */
export function codeTryOf(
  { perNetwork, perSite }: GuessBudgets,
  first: FirstCode | undefined,
  code: string,
  now: Date,
): CodeTry {
  if (perNetwork > 0 && perSite > 0) return 'single'
  if (first === undefined || first.code === code) return 'first_of_two'
  return now.getTime() - first.at.getTime() > limits.secondCodeSeconds * 1000 ? 'first_of_two' : 'both'
}

/** The chance in millionths that one guess was right, with so many codes live at the site. */
export function chanceOfOne(live: number): number {
  return (live / CODES) * MILLION
}

/** The chance in millionths that both guesses of two were right; `newer` of the live codes are of readings made after the first. */
export function chanceOfBoth(live: number, newer: number): number {
  return chanceOfOne(live) * (newer / CODES)
}
