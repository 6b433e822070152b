import { sql } from 'drizzle-orm'
import { areRows } from '../../db/is-one-of.ts'
import { users } from '../../db/schema/users.ts'
import type { Transaction } from '../../db/tenancy.ts'

/**
 * The names of users by id. This is a separate query, because under row-level security a join by an
 * id from JSON or text can't use an index.
 */
export async function findUserNames(
  tx: Transaction,
  people: readonly { clientId: string; id: string }[],
): Promise<Map<string, string>> {
  if (people.length === 0) return new Map()
  const found = await tx
    .select({ id: users.id, name: sql<string>`trim(${users.firstName} || ' ' || ${users.lastName})` })
    .from(users)
    .where(areRows(users, people))
  return new Map(found.map(({ id, name }) => [id, name]))
}
