import type { InputOf, OutputOf } from '@gatehouse/validation/endpoints/all'
import { hasValues } from '../../db/has-values.ts'
import { User } from '@gatehouse/validation/endpoints/users'
import { limits } from '@gatehouse/validation/limits'
import { accountTypes, userStatuses } from '@gatehouse/validation/vocabulary'
import { and, asc, count, desc, eq, exists, isNotNull, type SQL, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import type { Context, ReadingActor, StaffActor } from '../../context.ts'
import { byName, inNameOrder, rankIn } from '../../db/name-order.ts'
import { chosenFirst, type OptionsSearch, readOptions } from '../../db/options.ts'
import type { OptionsPage } from '@gatehouse/validation/list-endpoint'
import { clients } from '../../db/schema/clients.ts'
import { sites } from '../../db/schema/sites.ts'
import { totpMethods } from '../../db/schema/two-step.ts'
import { accessEntries, users } from '../../db/schema/users.ts'
import { type ListConditions, readPage, selectPage, withListScope } from '../../db/select-page.ts'
import { type Transaction, withReadScope } from '../../db/tenancy.ts'
import { toFields } from '../../db/to-columns.ts'
import { AppError } from '../../lib/app-error.ts'
import { lockAccount } from '../auth/account.ts'
import { canReadMobilesOfUsers, showMobile } from '../people/mobile-visibility.ts'
import { hasEntryAt, hasRightAtSite, isAccessibleSite, isEntryOfUser } from '../sites/policy.ts'
import { isSiteOf, resolveSite, type WithSite } from '../sites/queries.ts'
import { editColumns, findEditBlock, isListedUser, isNotErased, isVisibleUser } from './policy.ts'

type UsersQuery = InputOf<'listUsers'>['query']
export type UserFilters = WithSite<Pick<UsersQuery, 'search' | 'site' | 'user_type' | 'status'>>

/** The users that a person may see, with the list's search and filters. */
export function listedUsers(actor: ReadingActor): ListConditions<UserFilters> {
  return {
    scope: isListedUser(actor),
    search: {
      texts: [users.foldedName, users.foldedDetails],
      phone: { column: users.mobile, readable: canReadMobilesOfUsers(actor) },
    },
    filters: {
      site: hasEntryAt,
      user_type: (type) => eq(users.userType, type),
      status: (status) =>
        and(
          status === 'all' ? undefined : eq(users.status, status),
          status === 'active' || status === 'pending' ? undefined : isNotErased,
        ),
    },
  }
}

/**
 * A page of the users that the person may see, and the number of those waiting for an approval.
 * @throws AppError `not_found` for a site that the person does not manage
 */
export function listUsers(
  { db, actor }: Context<ReadingActor>,
  query: UsersQuery,
): Promise<OutputOf<'listUsers'>> {
  return withListScope(db, actor.scope, async (tx) => {
    const resolved = await resolveSite(tx, actor, 'manage', query)
    const [{ items, total }, [pending]] = await Promise.all([
      selectPage(resolved, {
        ...listedUsers(actor),
        sort: {
          name: (direction) => byName(users, direction),
          employee_number: inNameOrder(users.employeeNumber),
          email: users.emailKey,
          user_type: rankIn(accountTypes, users.userType),
          status: rankIn(userStatuses, users.status),
          // Users who were never seen come last.
          last_seen: (direction) => [
            direction === desc
              ? sql`${users.lastSeenAt} desc nulls last`
              : sql`${users.lastSeenAt} nulls first`,
          ],
        },
        lastSort: users.id,
        rows: (where) =>
          tx.select({ clientId: users.clientId, id: users.id }).from(users).where(where).$dynamic(),
        count: (where) => tx.select({ total: count() }).from(users).where(where),
      }),
      tx
        .select({ pending: count() })
        .from(users)
        .where(and(isListedUser(actor), eq(users.status, 'pending'))),
    ])
    const rows = await readPage(
      items,
      users,
      (where) => selectUsers(tx, actor, listEntries(actor, limits.accessEntries.named)).where(where),
      ({ id }) => id,
    )
    return {
      total,
      pending: pending?.pending ?? 0,
      items: rows.map((row) => Object.assign(toUser(row), { access_total: row.access.total })),
    }
  })
}

/** Active users for a selection: the first matches of a search, by name. */
export const findUserOptions = (
  ctx: Context<StaffActor>,
  asked: OptionsSearch,
  isOffered?: SQL,
): Promise<OptionsPage> =>
  readOptions(ctx, asked, {
    id: users.id,
    texts: [users.foldedName],
    rows: (tx, where, isChosen) =>
      tx
        .select({ id: users.id, name: sql<string>`trim(${users.firstName} || ' ' || ${users.lastName})` })
        .from(users)
        .where(and(isListedUser(ctx.actor), eq(users.status, 'active'), isOffered, where))
        .orderBy(...chosenFirst(isChosen), ...byName(users), asc(users.id)),
  })

/** A user with the fields that the person may see. */
export function getUser({ db, actor }: Context<ReadingActor>, id: string): Promise<User> {
  return withReadScope(db, actor.scope, (tx) => getUserOrThrow(tx, actor, id))
}

/** The same within a transaction. */
export const getUserOrThrow = async (tx: Transaction, actor: ReadingActor, id: string): Promise<User> =>
  toUser(await getRowOrThrow(tx, actor, id))

export async function getRowOrThrow(tx: Transaction, actor: ReadingActor, id: string): Promise<UserRow> {
  const isAsked = and(isVisibleUser(actor), eq(users.id, id))
  const [row] = await selectUsers(tx, actor, listEntries(actor)).where(isAsked)
  if (!row) throw new AppError('not_found')
  return row
}

/**
 * Locks a user whom the person may change, until the transaction ends.
 * @throws AppError `not_found` for a user whom the person may not see; `type_too_high`,
 *   `other_sites`
 */
export async function lockEditableUser(tx: Transaction, actor: StaffActor, id: string): Promise<UserRow> {
  const clientId = actor.scope.kind === 'client' ? actor.scope.clientId : await findClientOf(tx, id)
  if (clientId !== undefined) await lockAccount(tx, { clientId, userId: id })
  const row = await getRowOrThrow(tx, actor, id)
  const code = findEditBlock(row)
  if (code !== undefined) throw new AppError(code)
  return row
}

async function findClientOf(tx: Transaction, id: string): Promise<string | undefined> {
  const [user] = await tx.select({ clientId: users.clientId }).from(users).where(eq(users.id, id))
  return user?.clientId
}

/** The access entries of a user for the active sites that the person manages. */
const fromManagedEntries = (actor: ReadingActor): SQL => sql`
  from ${accessEntries} join ${sites} on ${isSiteOf(accessEntries)}
  where ${and(isEntryOfUser, isAccessibleSite(actor, 'manage'))}`

/** The number of these entries, and the first of them by site name. */
const listEntries = (actor: ReadingActor, most: number = limits.accessEntries.most) =>
  sql<{ total: number; first: User['access'] }>`(
    select jsonb_build_object('total', count(*), 'first', coalesce(
      jsonb_agg(jsonb_build_object('site_id', site_id, 'site_name', name, 'user_type', user_type)
        order by place) filter (where place <= ${most}), '[]'))
    from (
      select ${accessEntries.siteId}, ${sites.name}, ${accessEntries.userType},
        row_number() over (order by ${sites.foldedName}, ${sites.id}) as place
      ${fromManagedEntries(actor)}) entry)`

/** The same entries as text for an export. */
export const writtenEntries = (actor: ReadingActor) => sql<string | null>`(
  select string_agg(${sites.name} || ': ' || ${accessEntries.userType}, ' | '
    order by ${sites.foldedName}, ${sites.id})
  ${fromManagedEntries(actor)})`

export type UserRow = Awaited<
  ReturnType<typeof selectUsers<{ total: number; first: User['access'] }>>
>[number]

/**
 * The columns for a user's response and for comparing changes. The last seen site has a name only
 * for readers who may see the site.
 */
export function selectUsers<Access>(tx: Transaction, actor: ReadingActor, access: SQL<Access>) {
  const secondFactor = new QueryBuilder()
    .select({ one: sql`1` })
    .from(totpMethods)
    .where(
      and(
        hasValues(totpMethods, { clientId: users.clientId, userId: users.id }),
        isNotNull(totpMethods.enabledAt),
      ),
    )
  return tx
    .select({
      clientId: users.clientId,
      clientName: clients.name,
      region: clients.region,
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      emailKey: users.emailKey,
      mobile: users.mobile,
      canReadMobile: canReadMobilesOfUsers(actor),
      personKey: users.personKey,
      employeeNumber: users.employeeNumber,
      phoneExtension: users.phoneExtension,
      admin: users.admin,
      siteAdmin: users.siteAdmin,
      userType: users.userType,
      access,
      status: users.status,
      statusReason: users.statusReason,
      hasTwoStep: sql<boolean>`${exists(secondFactor)}`,
      hasPassword: sql<boolean>`${users.passwordHash} is not null`,
      accessPinHash: users.accessPinHash,
      unapprovedChange: users.unapprovedChange,
      approvalAccess: users.approvalAccess,
      ppe: users.ppe,
      temperatureCheck: users.temperatureCheck,
      lastSeenAt: users.lastSeenAt,
      lastSeenSite: sites.name,
      lastSeenTimeZone: sites.timeZone,
      photoKey: users.photoKey,
      lastModified: users.lastModified,
      ...editColumns(actor),
    })
    .from(users)
    .innerJoin(clients, eq(clients.id, users.clientId))
    .leftJoin(
      sites,
      and(
        hasValues(sites, { clientId: users.clientId, id: users.lastSeenSiteId }),
        hasRightAtSite(actor, 'see'),
      ),
    )
}

export const toUser = (row: UserRow): User =>
  toFields(User, row, {
    ...showMobile(row.mobile, row.canReadMobile),
    access: row.access.first,
    two_step: row.hasTwoStep,
    has_pin: row.accessPinHash !== null,
    temperature: row.temperatureCheck,
    last_seen: row.lastSeenAt?.toISOString() ?? null,
    has_photo: row.photoKey !== null,
    editable: findEditBlock(row) === undefined,
  })
