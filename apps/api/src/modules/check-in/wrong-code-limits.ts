import { rateRules } from '@gatehouse/validation/limits'
import type { Context } from '../../context.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { secondsUntilToken } from '../../rate-limits/buckets.ts'
import { countLiveReadings, consumeReadings } from '../readings/consume-readings.ts'
import { chanceOfBoth, chanceOfOne, type CodeMode, chooseCodeMode } from './code-guessing.ts'
import type { Draft } from './draft-tokens.ts'

export interface CodeAttempt {
  /**
   * Looks the code up, unless its mode says not to, and uses up the reading behind it.
   * @param by the id of the visit or refused attempt
   * @throws AppError `too_many_requests`
   */
  consume(code: string, by: string): Promise<ConsumedCode>
  /** Counts the code as wrong, if the transaction commits. */
  countWrong(consumed: ConsumedCode): Promise<void>
  /** Refunds up to four guesses that the draft has added to the day's budgets, because honest visitors mistype. */
  refundGuesses(): Promise<void>
}

export interface ConsumedCode {
  /** °C; undefined where the code was wrong, or not looked up. */
  temperature: number | undefined
  mode: CodeMode
}

/** A right code refunds at most this many guesses. */
const MOST_REFUNDED = 4

interface Place {
  clientId: string
  siteId: string
  methodId: string
}

/**
 * Reserves one wrong temperature code; only `countWrong` uses it up. Attempts with one draft wait for each other. All callers of an
 * address without a draft share one limit, so leaving the draft out gains nothing.
 * @throws AppError `too_many_requests` where the draft has no wrong codes left
 */
export async function reserveCodeAttempt(
  tx: Transaction,
  { limits, clientIp, now }: Pick<Context, 'limits' | 'clientIp' | 'now'>,
  { clientId, siteId, methodId }: Place,
  draft: Draft | undefined,
): Promise<CodeAttempt> {
  const site = `${clientId} ${siteId}`
  const limitKey = draft ? draft.id : `${clientIp} ${methodId}`
  const [reserved, [perNetwork = 0, perSite = 0, pairs = 0, ownLeft = 0]] = await Promise.all([
    limits.reserve(tx, [['wrongCodePerDraft', limitKey]]),
    limits.peek(tx, [
      ['guessesPerNetwork', `${clientIp} ${site}`],
      ['guessesPerSite', site],
      ['pairGuessesPerSite', site],
      ['guessesPerDraft', limitKey],
    ]),
  ])
  const chargeSingle = (chance: number) =>
    limits.charge(tx, [
      ['guessesPerNetwork', `${clientIp} ${site}`, chance],
      ['guessesPerSite', site, chance],
      ...(draft ? [['guessesPerDraft', limitKey, chance] as const] : []),
    ])

  return {
    async consume(code, by) {
      const mode = chooseCodeMode({ perNetwork, perSite }, draft?.first, code, now)
      if (mode === 'first_of_two') return { temperature: undefined, mode }
      if (mode === 'both') assertPairsLeft(pairs)
      const codes =
        mode === 'both' && draft?.first
          ? [{ code: draft.first.code }, { code, after: draft.first.at }]
          : [{ code }]
      return { temperature: await consumeReadings(tx, { clientId, siteId, codes, by }, now), mode }
    },
    async countWrong({ mode }) {
      if (mode === 'first_of_two') return
      const { live, newer } = await countLiveReadings(tx, { clientId, siteId }, now, draft?.first?.at)
      await reserved.commit()
      if (mode === 'single') await chargeSingle(chanceOfOne(live))
      else await limits.charge(tx, [['pairGuessesPerSite', site, chanceOfBoth(live, newer)]])
    },
    async refundGuesses() {
      const added = rateRules.guessesPerDraft.burst - ownLeft
      if (!draft || added <= 0) return
      const { live } = await countLiveReadings(tx, { clientId, siteId }, now)
      // The code that was right is used by now.
      await chargeSingle(-Math.min(added, MOST_REFUNDED * chanceOfOne(live + 1)))
    },
  }
}

function assertPairsLeft(tokens: number): void {
  if (tokens > 0) return
  const limit = 'pairGuessesPerSite'
  const retryAfterSeconds = Math.max(1, secondsUntilToken(rateRules[limit], tokens, 0))
  throw new AppError('too_many_requests', { retryAfterSeconds, limit })
}
