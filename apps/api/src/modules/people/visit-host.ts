import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { hasValues } from '../../db/has-values.ts'
import { users } from '../../db/schema/users.ts'
import { visitHosts } from '../../db/schema/visit-hosts.ts'

/** The account of the person whom a visitor came to see, in a query that has the visit's own user too. */
export const hostAccount = alias(users, 'host_account')

export const isHostAccount = hasValues(hostAccount, { clientId: visitHosts.clientId, id: visitHosts.userId })

/** The name of that person, else the name that was typed; null where the visit names nobody. */
export const hostName: SQL<string | null> = sql<
  string | null
>`coalesce(trim(${hostAccount.firstName} || ' ' || ${hostAccount.lastName}), ${visitHosts.name})`

/** Joins a visit, or its presence, to whom it names. */
export function isVisitOf({ clientId, visitId }: Record<'clientId' | 'visitId', AnyColumn>) {
  return hasValues(visitHosts, { clientId, visitId })
}
