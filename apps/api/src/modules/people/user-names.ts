import { sql, type AnyColumn, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { areRows } from '../../db/sql-values.ts'
import { users } from '../../db/schema/users.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { hasValues } from '../../db/has-values.ts'
import { visitHosts } from '../../db/schema/visits.ts'

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

/** The account of a visit's host. An alias, because the query joins the visit's own user too. */
export const hostAccount = alias(users, 'host_account')

export const isHostAccount = hasValues(hostAccount, { clientId: visitHosts.clientId, id: visitHosts.userId })

/** The name of the host's account, else the typed name; null where the visit names nobody. */
export const hostName: SQL<string | null> = sql<
  string | null
>`coalesce(trim(${hostAccount.firstName} || ' ' || ${hostAccount.lastName}), ${visitHosts.name})`

/** Joins a visit, or its presence, to its host. */
export function isVisitOf({ clientId, visitId }: Record<'clientId' | 'visitId', AnyColumn>) {
  return hasValues(visitHosts, { clientId, visitId })
}
