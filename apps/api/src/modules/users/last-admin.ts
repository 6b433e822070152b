import { and, eq, or, sql } from 'drizzle-orm'
import { users } from '../../db/schema/users.ts'
import type { Transaction } from '../../db/tenancy.ts'

interface Account {
  clientId: string
  status: string
  admin: boolean
  siteAdmin: boolean
}

/** Says whether an administrator may go, and remembers that it went. */
export type AdminKeeper = (account: Account) => boolean

/**
 * Counts the active administrators within the transaction's scope: those of each client and those of the installation. Whoever takes rights
 * away or archives accounts calls this first. Two of them wait for each other, so together they leave one administrator too.
 * @returns whether the account may go, because another administrator stays
 */
export async function keepLastAdmins(tx: Transaction): Promise<AdminKeeper> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('administrators', 0))`)
  const rows = await tx
    .select({
      clientId: users.clientId,
      admins: sql<number>`(count(*) filter (where ${users.admin}))::integer`,
      siteAdmins: sql<number>`(count(*) filter (where ${users.siteAdmin}))::integer`,
    })
    .from(users)
    .where(and(eq(users.status, 'active'), or(users.admin, users.siteAdmin)))
    .groupBy(users.clientId)
  const admins = new Map(rows.map((row) => [row.clientId, row.admins]))
  let siteAdmins = rows.reduce((sum, row) => sum + row.siteAdmins, 0)
  return ({ clientId, status, admin, siteAdmin }) => {
    if (status !== 'active' || (!admin && !siteAdmin)) return true
    const left = admins.get(clientId) ?? 0
    if ((admin && left <= 1) || (siteAdmin && siteAdmins <= 1)) return false
    if (admin) admins.set(clientId, left - 1)
    if (siteAdmin) siteAdmins -= 1
    return true
  }
}
