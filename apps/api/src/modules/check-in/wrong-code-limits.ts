import { rateRules } from '@gatehouse/validation/limits'
import type { Context } from '../../context.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { secondsUntilToken } from '../../rate-limits/buckets.ts'
import { countLiveReadings, takeReadings } from '../readings/take-reading.ts'
import { chanceOfBoth, chanceOfOne, type CodeTry, codeTryOf } from './code-guessing.ts'
import type { Draft } from './draft-tokens.ts'

export interface CodeTrial {
  /**
   * Looks the code up, as far as one is looked up at all, and uses up what is behind it.
   * @param by the visit or refused attempt that it is for
   * @throws AppError `too_many_requests`
   */
  take(code: string, by: string): Promise<TakenCode>
  /** The try was wrong, if the transaction comes to its end. */
  countWrong(taken: TakenCode): Promise<void>
  /** The draft turned out to be an honest one: what it had added to the day's guesses is given back. */
  forgive(): Promise<void>
}

export interface TakenCode {
  /** °C; undefined where the code was wrong, or not looked up. */
  temperature: number | undefined
  kind: CodeTry
}

interface Place {
  clientId: string
  siteId: string
  methodId: string
}

/**
 * Reserves the right to be wrong about a temperature code; only `countWrong` uses it up. Tries of one draft take turns. All callers of
 * an address that bring no draft share one, so that whoever guesses gains nothing by leaving it out.
 * @throws AppError `too_many_requests` where the draft has used up its own
 */
export async function holdCodeTrial(
  tx: Transaction,
  { limits, network, now }: Pick<Context, 'limits' | 'network' | 'now'>,
  { clientId, siteId, methodId }: Place,
  draft: Draft | undefined,
): Promise<CodeTrial> {
  const site = `${clientId} ${siteId}`
  const form = draft ? draft.id : `${network} ${methodId}`
  const [reserved, [perNetwork = 0, perSite = 0, pairs = 0, ownLeft = 0]] = await Promise.all([
    limits.reserve(tx, [['wrongCodePerDraft', form]]),
    limits.peek(tx, [
      ['guessesPerNetwork', `${network} ${site}`],
      ['guessesPerSite', site],
      ['pairGuessesPerSite', site],
      ['guessesPerDraft', form],
    ]),
  ])
  const chargeSingle = (chance: number) =>
    limits.charge(tx, [
      ['guessesPerNetwork', `${network} ${site}`, chance],
      ['guessesPerSite', site, chance],
      ...(draft ? [['guessesPerDraft', form, chance] as const] : []),
    ])

  return {
    async take(code, by) {
      const kind = codeTryOf({ perNetwork, perSite }, draft?.first, code, now)
      if (kind === 'first_of_two') return { temperature: undefined, kind }
      if (kind === 'both') assertPairsLeft(pairs)
      const codes =
        kind === 'both' && draft?.first
          ? [{ code: draft.first.code }, { code, after: draft.first.at }]
          : [{ code }]
      return { temperature: await takeReadings(tx, { clientId, siteId, codes, by }, now), kind }
    },
    async countWrong({ kind }) {
      if (kind === 'first_of_two') return
      const { live, newer } = await countLiveReadings(tx, { clientId, siteId }, now, draft?.first?.at)
      await reserved.commit()
      if (kind === 'single') await chargeSingle(chanceOfOne(live))
      else await limits.charge(tx, [['pairGuessesPerSite', site, chanceOfBoth(live, newer)]])
    },
    async forgive() {
      const added = rateRules.guessesPerDraft.burst - ownLeft
      if (draft && added > 0) await chargeSingle(-added)
    },
  }
}

function assertPairsLeft(tokens: number): void {
  if (tokens > 0) return
  const retryAfterSeconds = Math.max(1, secondsUntilToken(rateRules.pairGuessesPerSite, tokens, 0))
  throw new AppError('too_many_requests', { retryAfterSeconds })
}
