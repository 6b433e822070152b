import type { EndpointInput, EndpointOutput } from '@gatehouse/validation/endpoint'
import type { listUsersEndpoint, User } from '@gatehouse/validation/endpoints/users'
import { limits } from '@gatehouse/validation/limits'
import { accountTypes, userStatuses } from '@gatehouse/validation/vocabulary'
import { and, asc, count, desc, eq, exists, inArray, isNotNull, lte, type SQL, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import type { Context, ReadingActor, StaffActor } from '../../context.ts'
import { isOneOf } from '../../db/is-one-of.ts'
import { byName, inNameOrder } from '../../db/name-order.ts'
import { rankIn } from '../../db/rank-in.ts'
import { chosenFirst, type OptionsSearch, readOptions } from '../../db/options.ts'
import type { OptionsPage } from '@gatehouse/validation/list-endpoint'
import { clients } from '../../db/schema/clients.ts'
import { sites } from '../../db/schema/sites.ts'
import { totpMethods } from '../../db/schema/two-step.ts'
import { accessEntries, users } from '../../db/schema/users.ts'
import { type ListConditions, listTransaction, readPage, selectPage } from '../../db/select-page.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { canReadMobilesOfUsers } from '../people/mobile-visibility.ts'
import { hasRightAtSite, isAccessibleSite, hasEntryAt } from '../sites/policy.ts'
import { isSiteOf, resolveSite, type WithSite } from '../sites/queries.ts'
import { editColumns, isListedUser, isNotErased, isVisibleUser } from './policy.ts'
import { toListedUser, toUser } from './responses.ts'

type UsersQuery = EndpointInput<typeof listUsersEndpoint>['query']
export type UserFilters = WithSite<Pick<UsersQuery, 'search' | 'site' | 'user_type' | 'status'>>

/** The users that a person may see, and how the list's search and filters select among them. */
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
 * A page of the users that the person may see, and how many of them wait for an approval.
 * @throws AppError `not_found` for a site that the person does not manage
 */
export function listUsers(
  { db, actor }: Context<ReadingActor>,
  query: UsersQuery,
): Promise<EndpointOutput<typeof listUsersEndpoint>> {
  return withScope(
    db,
    actor.scope,
    async (tx) => {
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
            // Somebody who was never seen comes after all who were.
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
      const [rows, entries] = await Promise.all([
        readPage(
          items,
          users,
          (where) => selectUsers(tx, actor).where(where),
          ({ id }) => id,
        ),
        findEntries(tx, actor, items, limits.accessEntries.named),
      ])
      return {
        total,
        pending: pending?.pending ?? 0,
        items: rows.map((row) => toListedUser(row, entries.get(row.id) ?? [])),
      }
    },
    listTransaction,
  )
}

/** Active users to choose from: the first few that a search finds, by name. */
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

/** A user as the person may see it. @throws AppError `not_found` */
export function getUser({ db, actor }: Context<ReadingActor>, id: string): Promise<User> {
  return withScope(db, actor.scope, (tx) => getUserOrThrow(tx, actor, id), { readOnly: true })
}

/** The same within a transaction. */
export async function getUserOrThrow(tx: Transaction, actor: ReadingActor, id: string): Promise<User> {
  const [row] = await selectUsers(tx, actor).where(and(isVisibleUser(actor), eq(users.id, id)))
  if (!row) throw new AppError('not_found')
  const entries = await findEntries(tx, actor, [row])
  return toUser(row, entries.get(row.id) ?? [])
}

export type UserRow = Awaited<ReturnType<typeof selectUsers>>[number]

/** The site where somebody was last seen has a name only for those who may see the site. */
export function selectUsers(tx: Transaction, actor: ReadingActor) {
  const secondFactor = new QueryBuilder()
    .select({ one: sql`1` })
    .from(totpMethods)
    .where(
      and(
        eq(totpMethods.clientId, users.clientId),
        eq(totpMethods.userId, users.id),
        isNotNull(totpMethods.enabledAt),
      ),
    )
  return tx
    .select({
      clientId: users.clientId,
      clientName: clients.name,
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      mobile: users.mobile,
      canReadMobile: canReadMobilesOfUsers(actor),
      employeeNumber: users.employeeNumber,
      phoneExtension: users.phoneExtension,
      admin: users.admin,
      siteAdmin: users.siteAdmin,
      userType: users.userType,
      status: users.status,
      statusReason: users.statusReason,
      hasTwoStep: sql<boolean>`${exists(secondFactor)}`,
      hasPassword: sql<boolean>`${users.passwordHash} is not null`,
      hasPin: sql<boolean>`${users.accessPinHash} is not null`,
      approvalAccess: users.approvalAccess,
      ppe: users.ppe,
      temperatureCheck: users.temperatureCheck,
      lastSeenAt: users.lastSeenAt,
      lastSeenSite: sites.name,
      lastSeenTimeZone: sites.timeZone,
      hasPhoto: sql<boolean>`${users.photoKey} is not null`,
      lastModified: users.lastModified,
      ...editColumns(actor),
    })
    .from(users)
    .innerJoin(clients, eq(clients.id, users.clientId))
    .leftJoin(
      sites,
      and(
        eq(sites.clientId, users.clientId),
        eq(sites.id, users.lastSeenSiteId),
        hasRightAtSite(actor, 'see'),
      ),
    )
}

export interface EntryRow {
  siteId: string
  siteName: string
  userType: (typeof accessEntries.$inferSelect)['userType']
  /** How many entries the user has that the reader may see. */
  total: number
}

/** The access entries of these users for the active sites that the person manages, by the name of the site; the first of each user. */
export async function findEntries(
  tx: Transaction,
  actor: ReadingActor,
  people: readonly { clientId: string; id: string }[],
  most: number = limits.accessEntries.most,
): Promise<Map<string, EntryRow[]>> {
  if (people.length === 0) return new Map()
  const ofEach = sql`partition by ${accessEntries.clientId}, ${accessEntries.userId}`
  const numbered = tx
    .select({
      userId: accessEntries.userId,
      siteId: accessEntries.siteId,
      siteName: sites.name,
      userType: accessEntries.userType,
      place: sql<number>`row_number() over (${ofEach} order by ${sites.foldedName}, ${sites.id})`.as('place'),
      total: sql<number>`(count(*) over (${ofEach}))::integer`.as('total'),
    })
    .from(accessEntries)
    .innerJoin(sites, isSiteOf(accessEntries))
    .where(
      and(
        inArray(accessEntries.clientId, [...new Set(people.map(({ clientId }) => clientId))]),
        isOneOf(
          accessEntries.userId,
          people.map(({ id }) => id),
        ),
        isAccessibleSite(actor, 'manage'),
      ),
    )
    .as('numbered')
  const rows = await tx
    .select()
    .from(numbered)
    .where(lte(numbered.place, most))
    .orderBy(numbered.userId, numbered.place)
  return Map.groupBy(rows, ({ userId }) => userId)
}
