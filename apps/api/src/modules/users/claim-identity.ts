import { and, eq, inArray, not, sql } from 'drizzle-orm'
import { hasIdOf, isOneOfTexts } from '../../db/sql-values.ts'
import { lock } from '../../db/locks.ts'
import { users } from '../../db/schema/users.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { takeTurns } from '../../lib/take-turns.ts'
import type { BanKeys, Person } from '../identity/person-key.ts'

/**
 * Ensures until the transaction ends that no other active or pending user of the client has this
 * name and mobile.
 * @throws AppError `conflict` at `mobile`
 */
export async function claimIdentity(
  tx: Transaction,
  banKeys: BanKeys,
  { clientId, userId, person }: { clientId: string; userId: string; person: Person },
): Promise<void> {
  const one = { id: userId, person, identityKeys: banKeys(clientId, person) }
  const taken = await findTakenIdentities(tx, banKeys, clientId, [one])
  if (taken.size > 0) throw new AppError('conflict', { fields: { mobile: 'already_in_use' } })
}

/**
 * The users whose name and mobile another existing user has, or an earlier one in the list.
 * Concurrent callers wait for each other. Names are compared as for bans, so look-alike letters
 * don't help. A unique index can't express that, and existing databases may hold two users with the
 * same name and mobile.
 */
export async function findTakenIdentities<
  New extends { id: string; person: Person; identityKeys: readonly string[] },
>(tx: Transaction, banKeys: BanKeys, clientId: string, people: readonly New[]): Promise<Set<New>> {
  const named = people.filter(({ person }) => person.mobile !== '')
  const taken = new Set<New>()
  if (named.length === 0) return taken
  await lock(tx, `identity ${clientId}`)
  const mobiles = [...new Set(named.map(({ person }) => person.mobile))]
  const others = await tx
    .select({ firstName: users.firstName, lastName: users.lastName, mobile: users.mobile })
    .from(users)
    .where(
      and(
        eq(users.clientId, clientId),
        isOneOfTexts(sql`${users.mobile}`, mobiles),
        not(hasIdOf(users.id, named)),
        inArray(users.status, ['active', 'pending']),
      ),
    )
  const keys = new Set<string>()
  for await (const other of takeTurns(others)) for (const key of banKeys(clientId, other)) keys.add(key)
  for (const one of named) {
    const own = one.identityKeys
    if (own.some((key) => keys.has(key))) taken.add(one)
    else for (const key of own) keys.add(key)
  }
  return taken
}
