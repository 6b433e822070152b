import { and, asc, eq, not, or, type SQL, sql } from 'drizzle-orm'
import type { StaffActor } from '../../context.ts'
import { lock } from '../../db/locks.ts'
import { users } from '../../db/schema/users.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { editColumns } from './policy.ts'

interface Account {
  clientId: string
  status: string
  admin: boolean
  siteAdmin: boolean
}

/** Says why an account may not go; undefined where it may, and then it counts as gone. */
export type AdminKeeper = (account: Account) => 'last_admin' | 'changed_meanwhile' | undefined

/**
 * Counts the active administrators within the transaction's scope: those of each client and those
 * of the installation. A call that takes rights away or archives accounts does this before it locks
 * a user. Two calls that change administrators of one client wait for each other, and so do two
 * that change site admins: together they leave one administrator too.
 * @param isChosen the users that are about to change
 */
export async function keepLastAdmins(
  tx: Transaction,
  actor: StaffActor,
  isChosen: SQL | undefined,
): Promise<AdminKeeper> {
  const isAdministrator = and(eq(users.status, 'active'), or(users.admin, users.siteAdmin))
  const chosen = await tx
    .select({
      clientId: users.clientId,
      hasSiteAdmin: sql<boolean>`bool_or(${users.siteAdmin})`,
    })
    .from(users)
    .where(and(isChosen, isAdministrator, not(editColumns(actor).isAbove)))
    .groupBy(users.clientId)
    .orderBy(asc(users.clientId))
  const locked = new Set(chosen.map(({ clientId }) => clientId))
  const isInstallationLocked = chosen.some(({ hasSiteAdmin }) => hasSiteAdmin)
  // In one order, so that no two wait for each other in a circle: by client, then the installation.
  for (const clientId of locked) await lock(tx, `administrators ${clientId}`)
  if (isInstallationLocked) await lock(tx, 'administrators')
  const rows =
    locked.size === 0
      ? []
      : await tx
          .select({
            clientId: users.clientId,
            admins: sql<number>`(count(*) filter (where ${users.admin}))::integer`,
            siteAdmins: sql<number>`(count(*) filter (where ${users.siteAdmin}))::integer`,
          })
          .from(users)
          .where(isAdministrator)
          .groupBy(users.clientId)
  const admins = new Map(rows.map((row) => [row.clientId, row.admins]))
  let siteAdmins = rows.reduce((sum, row) => sum + row.siteAdmins, 0)
  return ({ clientId, status, admin, siteAdmin }) => {
    if (status !== 'active' || (!admin && !siteAdmin)) return undefined
    // An administrator since the users were chosen.
    if (!locked.has(clientId) || (siteAdmin && !isInstallationLocked)) return 'changed_meanwhile'
    const left = admins.get(clientId) ?? 0
    if ((admin && left <= 1) || (siteAdmin && siteAdmins <= 1)) return 'last_admin'
    if (admin) admins.set(clientId, left - 1)
    if (siteAdmin) siteAdmins -= 1
    return undefined
  }
}
