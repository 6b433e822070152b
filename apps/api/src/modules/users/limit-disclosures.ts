import { and, eq, inArray, not, sql } from 'drizzle-orm'
import type { Context, StaffActor } from '../../context.ts'
import { users } from '../../db/schema/users.ts'
import type { ClientScope } from '../../db/scopes.ts'
import { withScope } from '../../db/tenancy.ts'
import { takeTurns } from '../../lib/take-turns.ts'
import { readingsOf } from '../identity/fold-name.ts'
import { takeGuess } from '../identity/limit-guesses.ts'
import type { Person } from '../identity/person-key.ts'
import {
  canReadMobilesOfUsers,
  END_DIGITS,
  endOfMobile,
  readsAllMobiles,
} from '../people/mobile-visibility.ts'
import { isOneOfTexts } from '../../db/is-one-of.ts'
import { isListedUser } from './policy.ts'

/**
 * Limits how many emails of accounts that the caller cannot see a call finds to be taken.
 * @throws AppError `too_many_requests`
 */
export async function limitFoundEmails(
  { db, actor, limits }: Context<StaffActor>,
  scope: ClientScope,
  taken: readonly string[],
): Promise<void> {
  if (actor.siteAdmin || taken.length === 0) return
  const visible = await withScope(
    db,
    scope,
    (tx) =>
      tx
        .select({ email: users.emailKey })
        .from(users)
        .where(
          and(
            eq(users.clientId, scope.clientId),
            isOneOfTexts(sql`${users.emailKey}`, taken),
            isListedUser(actor),
          ),
        ),
    { readOnly: true },
  )
  const known = new Set(visible.map(({ email }) => email))
  const hidden = taken.filter((email) => !known.has(email))
  for (const _ of hidden) await limits.take('accountEmails', actor.userId)
}

/**
 * Limits how many of these people a call compares with users whose mobile is masked to the caller.
 * One with another end of the mobile does not count: the mask shows as much.
 * @throws AppError `too_many_requests`
 */
export async function limitComparisons(
  ctx: Context<StaffActor>,
  scope: ClientScope,
  people: readonly Person[],
): Promise<void> {
  const { db, actor } = ctx
  const named = people.filter(({ mobile }) => mobile !== '')
  if (readsAllMobiles(actor) || named.length === 0) return
  const ends = [...new Set(named.map(({ mobile }) => endOfMobile(mobile)))]
  const masked = await withScope(
    db,
    scope,
    (tx) =>
      tx
        .select({ firstName: users.firstName, lastName: users.lastName, mobile: users.mobile })
        .from(users)
        .where(
          and(
            eq(users.clientId, scope.clientId),
            inArray(users.status, ['active', 'pending']),
            isOneOfTexts(sql`right(${users.mobile}, ${END_DIGITS})`, ends),
            not(canReadMobilesOfUsers(actor)),
          ),
        ),
    { readOnly: true },
  )
  const known = new Set<string>()
  const keysOf = (person: Person) => {
    const end = endOfMobile(person.mobile)
    return readingsOf(person).map((reading) => ({ reading, key: `${end} ${reading}` }))
  }
  for await (const person of takeTurns(masked)) for (const { key } of keysOf(person)) known.add(key)
  for await (const person of takeTurns(named)) {
    const shared = keysOf(person).filter(({ key }) => known.has(key))
    if (shared.length > 0)
      await takeGuess(
        ctx,
        shared.map(({ reading }) => reading),
      )
  }
}
