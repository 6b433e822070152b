import type { Context } from '../../context.ts'
import type { Transaction } from '../../db/tenancy.ts'
import type { HeldTokens } from '../../plugins/rate-limit.ts'

/**
 * Reserves the right to be wrong about a temperature code; only `spend` uses it up. Five times for one form being filled in, thirty
 * for an address at a method. A form is known by who it is for and where it comes from: the name and mobile, the method, the address.
 * All of these the server sees by itself; a number that the phone gave its form could be a fresh one for each guess. Whoever changes
 * the name gets a new form and still the address's thirty, and nobody elsewhere can use up a guest's own five.
 * @throws AppError `too_many_requests`
 */
export function holdWrongCodes(
  tx: Transaction,
  { limits, network }: Pick<Context, 'limits' | 'network'>,
  methodId: string,
  personKey: string,
): Promise<HeldTokens> {
  return limits.hold(tx, [
    ['wrongCodePerNetwork', `${network} ${methodId}`],
    ['wrongCodePerDraft', `${network} ${methodId} ${personKey}`],
  ])
}
