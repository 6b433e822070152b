import type { Context, StaffActor } from '../../context.ts'
import { readsAllMobiles } from '../people/mobile-visibility.ts'
import { type FullName, readingsOf } from './fold-name.ts'

type Caller = Pick<Context<StaffActor>, 'actor' | 'limits'>

/**
 * Limits how many mobiles a caller who cannot read all mobiles may enter for one name. Endpoints
 * that compare them with those of other people call this first, because the response reveals which
 * mobile is right.
 * @throws AppError `too_many_requests`
 */
export async function limitGuesses(caller: Caller, name: FullName): Promise<void> {
  if (!readsAllMobiles(caller.actor)) await takeGuess(caller, readingsOf(name))
}

/** Same as `limitGuesses`, for the readings of a name. */
export async function takeGuess(caller: Caller, readings: readonly string[]): Promise<void> {
  const { actor, limits } = caller
  for (const reading of readings) await limits.take('personKeyChange', `${actor.userId} ${reading}`)
  await limits.take('mobileGuesses', actor.userId)
}
