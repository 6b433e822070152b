import { and, eq, ne, or, type SQL, sql, asc, not } from 'drizzle-orm'
import { alias, QueryBuilder } from 'drizzle-orm/pg-core'
import type { ErrorCode } from '@gatehouse/validation/error-codes'
import type { ReadingActor, StaffActor } from '../../context.ts'
import { users } from '../../db/schema/users.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { hasEntryAtSite, hasEntryElsewhere } from '../sites/policy.ts'
import { lock } from '../../db/locks.ts'

export const isAdmin = ({ admin, siteAdmin }: Pick<ReadingActor, 'admin' | 'siteAdmin'>): boolean =>
  admin || siteAdmin

/** The users that a person may see: all of the client for an admin, else those of managed sites. */
export function isVisibleUser(actor: ReadingActor): SQL | undefined {
  return and(isListedUser(actor), isNotErased)
}

/** The same for queries that filter by status, as only ended accounts can be erased. */
export function isListedUser(actor: ReadingActor): SQL | undefined {
  return and(
    actor.scope.kind === 'client' ? eq(users.clientId, actor.scope.clientId) : undefined,
    isAdmin(actor) ? undefined : hasEntryAtSite(actor, 'manage'),
  )
}

/** The row of an erased account stays without a last name. Every other account has one. */
export const isNotErased = ne(users.lastName, '')

const caller = alias(users, 'caller')

/** Whether the person may approve accounts, as a column: admins, and permitted Managers. */
function canApproveColumn({ clientId, userId }: StaffActor): SQL<boolean> {
  const own = new QueryBuilder()
    .select({ granted: caller.approvalAccess })
    .from(caller)
    .where(sql`${caller.clientId} = ${clientId} and ${caller.id} = ${userId}`)
  return sql<boolean>`coalesce((${own}), false)`
}

export async function canApprove(tx: Transaction, actor: StaffActor): Promise<boolean> {
  if (isAdmin(actor)) return true
  const [row] = await tx.execute<{ granted: boolean }>(sql`select ${canApproveColumn(actor)} as granted`)
  return row?.granted === true
}

/**
 * The columns that `findEditBlock` needs. A Manager may change people whose every site, active or
 * archived, they manage, because a change of the account affects all its sites.
 */
export function editColumns(actor: ReadingActor): { isAbove: SQL<boolean>; hasOtherSites: SQL<boolean> } {
  if (actor.siteAdmin) return { isAbove: sql<boolean>`false`, hasOtherSites: sql<boolean>`false` }
  if (actor.admin) return { isAbove: sql<boolean>`${users.siteAdmin}`, hasOtherSites: sql<boolean>`false` }
  const isAbove = or(
    users.admin,
    users.siteAdmin,
    sql`(${users.approvalAccess} and not ${canApproveColumn(actor)})`,
  )
  return {
    isAbove: sql<boolean>`(${isAbove})`,
    hasOtherSites: sql<boolean>`(${hasEntryElsewhere(actor, 'manage')})`,
  }
}

/** Why a person may not change a user. Nobody changes an account with more rights than theirs. */
export function findEditBlock(user: { isAbove: boolean; hasOtherSites: boolean }): ErrorCode | undefined {
  if (user.isAbove) return 'type_too_high'
  return user.hasOtherSites ? 'other_sites' : undefined
}

const isOfScreen = (type: string | null) => type === 'Device' || type === 'Guest'

/** Whether a screen's account, with its shared password, would get the rights of a person. */
export const isPromoted = (before: string | null, types: readonly string[]): boolean =>
  isOfScreen(before) && !types.every(isOfScreen)

interface Account {
  clientId: string
  status: string
  admin: boolean
  siteAdmin: boolean
}

/** Why an account may not be removed; undefined where it may, and then it counts as removed. */
export type AdminKeeper = (account: Account) => 'last_admin' | 'changed_meanwhile' | undefined

/**
 * Counts the active administrators within the transaction's scope, of each client and of the
 * installation. Calls that remove rights or archive accounts do this before they lock a user.
 * Concurrent calls for one client, or for site admins, wait for each other, so that together they
 * leave at least one administrator.
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
  // In a fixed order (by client, then the installation), so that two calls can't deadlock.
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
    // Became an administrator after the users were selected.
    if (!locked.has(clientId) || (siteAdmin && !isInstallationLocked)) return 'changed_meanwhile'
    const left = admins.get(clientId) ?? 0
    if ((admin && left <= 1) || (siteAdmin && siteAdmins <= 1)) return 'last_admin'
    if (admin) admins.set(clientId, left - 1)
    if (siteAdmin) siteAdmins -= 1
    return undefined
  }
}
