import type { InputOf } from '@gatehouse/validation/endpoints/all'
import { hasValues } from '../../db/has-values.ts'
import type { User } from '@gatehouse/validation/endpoints/users'
import { errorSentences } from '@gatehouse/validation/error-sentences'
import type { BulkResult } from '@gatehouse/validation/list-endpoint'
import { inArray, and, exists, ne, type SQL, sql } from 'drizzle-orm'
import type { Context, StaffActor } from '../../context.ts'
import { users, accessEntries } from '../../db/schema/users.ts'
import { OneTransaction, withScope, type Transaction } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import type { UserDeps } from './create-user.ts'
import { keepLastAdmins } from './policy.ts'
import { updateUser } from './update-user.ts'
import type { AccountType, UserType } from '@gatehouse/validation/vocabulary'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import { nextModified } from '../../db/edit-row.ts'
import { areRows } from '../../db/sql-values.ts'
import { sites } from '../../db/schema/sites.ts'
import { isAccessibleSite } from '../sites/policy.ts'
import { isSiteOf } from '../sites/queries.ts'

interface Rights {
  clientId: string
  id: string
  admin: boolean
}

/** The user of an access entry. */
const ofUser = { clientId: accessEntries.clientId, id: accessEntries.userId }

/** Whether a user already has an account type, and no other one at any managed site. */
export function isOfType(actor: StaffActor, type: AccountType | undefined): SQL<boolean> {
  if (type === undefined) return sql<boolean>`false`
  if (type === 'Admin') return sql<boolean>`${users.admin}`
  const other = new QueryBuilder()
    .select({ one: sql`1` })
    .from(accessEntries)
    .innerJoin(sites, isSiteOf(accessEntries))
    .where(
      and(
        hasValues(accessEntries, { clientId: users.clientId, userId: users.id }),
        ne(accessEntries.userType, type),
        isAccessibleSite(actor, 'manage'),
      ),
    )
  return sql<boolean>`(not ${users.admin} and not ${exists(other)})`
}

/** Whether an access entry is for a site that the person manages. */
function atManagedSite(actor: StaffActor): SQL {
  return exists(
    new QueryBuilder()
      .select({ one: sql`1` })
      .from(sites)
      .where(and(isSiteOf(accessEntries), isAccessibleSite(actor, 'manage'))),
  )
}

export async function setAccountType(
  tx: Transaction,
  actor: StaffActor,
  rows: readonly Pick<Rights, 'clientId' | 'id'>[],
  type: AccountType,
  now: Date,
): Promise<void> {
  await tx
    .update(users)
    .set({ admin: type === 'Admin', lastModified: nextModified(users.lastModified, now) })
    .where(areRows(users, rows))
  if (type === 'Admin') return
  await tx
    .update(accessEntries)
    .set({ userType: type satisfies UserType })
    .where(and(areRows(ofUser, rows), ne(accessEntries.userType, type), atManagedSite(actor)))
}

/** The rights that a change of the type may replace: the entries that `updateUser` would remove. */
export async function findRights(tx: Transaction, actor: StaffActor, rows: readonly Rights[]) {
  const entries = await tx
    .select({
      userId: accessEntries.userId,
      site_id: accessEntries.siteId,
      user_type: accessEntries.userType,
    })
    .from(accessEntries)
    .where(and(areRows(ofUser, rows), atManagedSite(actor)))
  const byUser = Map.groupBy(entries, ({ userId }) => userId)
  return new Map(
    rows.map(({ id, admin }) => [
      id,
      { admin, access: (byUser.get(id) ?? []).map(({ userId: _, ...entry }) => entry) },
    ]),
  )
}

type Replaced = InputOf<'undoAccountTypes'>['body']['users'][number]

/**
 * Restores the rights of users after a change of their type, in one transaction. Users who may not
 * be changed stay as they are.
 */
export function undoAccountTypes(
  ctx: Context<StaffActor>,
  deps: UserDeps,
  replaced: readonly Replaced[],
): Promise<BulkResult> {
  const rights = replaced.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  return withScope(ctx.db, ctx.actor.scope, async (tx) => {
    // All clients' administrators are locked before the first user, as in every bulk action.
    const losing = rights.filter(({ admin }) => !admin).map(({ id }) => id)
    await keepLastAdmins(tx, ctx.actor, inArray(users.id, losing))
    const result: BulkResult = { done: 0, blocked: [] }
    const unchanged: string[] = []
    for (const { id, last_modified: seen, admin, access } of rights) {
      try {
        await tx.transaction((inner) =>
          updateUser(
            { ...ctx, db: new OneTransaction(() => Promise.resolve(inner)) },
            deps,
            id,
            { admin, access },
            seen,
          ),
        )
        result.done += 1
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        const { code } = error
        // Also a repeated request whose first response was lost.
        if (code === 'changed_meanwhile' && hasRights(error.current as User, { admin, access }))
          unchanged.push(id)
        else result.blocked.push({ id, code, message: errorSentences[code] })
      }
    }
    return { ...result, ...(unchanged.length > 0 && { unchanged }) }
  })
}

/** Whether a user already has exactly these rights. */
function hasRights(user: User, { admin, access }: Pick<Replaced, 'admin' | 'access'>): boolean {
  const text = (entries: Replaced['access']) =>
    entries
      .map(({ site_id: siteId, user_type: type }) => `${siteId} ${type}`)
      .sort()
      .join()
  return user.admin === admin && text(user.access) === text(access)
}
