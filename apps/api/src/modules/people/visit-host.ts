import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { hasValues } from '../../db/has-values.ts'
import { users } from '../../db/schema/users.ts'
import { visitHosts } from '../../db/schema/visit-hosts.ts'

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
