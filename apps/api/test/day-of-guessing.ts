import { type RateRuleName, rateRules, serverLimits } from '@gatehouse/validation/limits'
import { refilled } from '../src/rate-limits/buckets.ts'
import {
  chanceOfBoth,
  chanceOfOne,
  chooseCodeMode,
  type FirstCode,
} from '../src/modules/check-in/code-guessing.ts'

const DAY_SECONDS = 86_400
/** How long a second measurement takes. */
const MEASURE_SECONDS = 20

/** A bucket of the rate limits. */
class Bucket {
  #tokens: number
  #at = 0
  readonly #rule

  constructor(name: RateRuleName) {
    this.#rule = rateRules[name]
    this.#tokens = this.#rule.burst
  }
  held(at: number): number {
    this.#tokens = refilled(this.#rule, this.#tokens, at - this.#at)
    this.#at = at
    return this.#tokens
  }
  charge(tokens: number, at: number): void {
    this.#tokens = this.held(at) - tokens
  }
}

export interface Attack {
  /** The number of ips, and the tries a second from each. */
  ips: number
  perSecond: number
  /** Whether all tries use one draft or each its own. */
  drafts: 'one' | 'many'
  /** Whether the honest guests share the first of these ips. */
  isAmongGuests: boolean
}

export interface DayOfGuessing {
  /** An upper bound of the chance that any guess of the day was right: the sum of all chances. */
  chance: number
  looked: number
  /** The seconds that each honest guest with right codes waited; Infinity for one who was not signed in. */
  waits: number[]
}

/** An attacker who waits as long as a second code may take has the most new readings since the first. */
const NEWER = serverLimits.secondCodeSeconds / (serverLimits.readingMinutes * 60)

/**
 * Simulates a day at a site with this many valid codes at every moment. The attack guesses as fast as it can and always has a first
 * code. Once a minute an honest guest comes with a right code, is measured again where a second code is required, and retries once a
 * second where there are too many tries, at a random place among the tries of that second.
 */
export function simulateDay({ ips, perSecond, drafts, isAmongGuests }: Attack, live: number): DayOfGuessing {
  const random = seeded()
  const callers = Array.from({ length: ips }, () => ({
    guesses: new Bucket('guessesPerNetwork'),
    draft: new Bucket('wrongCodePerDraft'),
  }))
  const guestsOwn = { guesses: new Bucket('guessesPerNetwork') }
  const perSite = new Bucket('guessesPerSite')
  const pairs = new Bucket('pairGuessesPerSite')
  let chance = 0
  let looked = 0
  const waits: number[] = []
  let guest: { came: number; asksAt: number; first: FirstCode | undefined } | undefined

  const kindAt = (guesses: Bucket, first: FirstCode | undefined, at: number) =>
    chooseCodeMode(
      { perNetwork: guesses.held(at), perSite: perSite.held(at) },
      first,
      '999999',
      new Date(at * 1000),
    )
  const guess = (caller: (typeof callers)[number], at: number): void => {
    if (drafts === 'one' && caller.draft.held(at) < 1) return
    const kind = kindAt(caller.guesses, { code: '000000', at: new Date(at * 1000) }, at)
    if (kind === 'both' && pairs.held(at) <= 0) return
    const millionths = kind === 'single' ? chanceOfOne(live) : chanceOfBoth(live, live * NEWER)
    chance += millionths / 1_000_000
    looked += 1
    if (drafts === 'one') caller.draft.charge(1, at)
    if (kind === 'both') return pairs.charge(millionths, at)
    caller.guesses.charge(millionths, at)
    perSite.charge(millionths, at)
  }
  const visit = (at: number): void => {
    if (!guest) return
    const kind = kindAt(
      (isAmongGuests ? callers[0] : undefined)?.guesses ?? guestsOwn.guesses,
      guest.first,
      at,
    )
    if (kind === 'first_of_two') {
      guest.first = { code: '111111', at: new Date(at * 1000) }
      guest.asksAt = at + MEASURE_SECONDS
    } else if (kind === 'single' || pairs.held(at) > 0) {
      waits.push(at - guest.came)
      guest = undefined
    }
  }

  const tries = ips * perSecond
  for (let second = 0; second < DAY_SECONDS; second += 1) {
    if (second % 60 === 30) {
      if (guest) waits.push(Infinity)
      guest = { came: second, asksAt: second, first: undefined }
    }
    const place = guest && guest.asksAt <= second ? Math.floor(random() * (tries + 1)) : -1
    for (let number = 0; number <= tries; number += 1) {
      // The tries are spread over the second.
      const at = second + number / (tries + 1)
      if (number === place) visit(at)
      const caller = callers[number % ips]
      if (caller && number < tries) guess(caller, at)
    }
  }
  return { chance, looked, waits }
}

/** Pseudo-random numbers that are the same in every run (a linear congruential generator, Numerical Recipes). */
function seeded(): () => number {
  let state = 20_261_120
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

export const attacks = {
  oneDraft: { ips: 1, perSecond: 20, drafts: 'one', isAmongGuests: true },
  freshDrafts: { ips: 1, perSecond: 20, drafts: 'many', isAmongGuests: true },
  flood: { ips: 1, perSecond: 80, drafts: 'many', isAmongGuests: true },
  hundredIps: { ips: 100, perSecond: 1, drafts: 'many', isAmongGuests: false },
} satisfies Record<string, Attack>
