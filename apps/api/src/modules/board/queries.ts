import type { InputOf } from '@gatehouse/validation/endpoints/all'
import type { BoardSite } from '@gatehouse/validation/endpoints/board'
import { limits } from '@gatehouse/validation/limits'
import { and, type AnyColumn, asc, eq, inArray, notExists, type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import type { Context, StaffActor } from '../../context.ts'
import { type DatabaseState, isNotShown, readDatabaseState } from '../../db/database-state.ts'
import { hasValues } from '../../db/has-values.ts'
import { type BoardList, EVERY_SITE } from '../../db/schema/board-changes.ts'
import { clients } from '../../db/schema/clients.ts'
import { sites } from '../../db/schema/sites.ts'
import { accessEntries, users } from '../../db/schema/users.ts'
import { visitHosts, type PersonKind, presence } from '../../db/schema/visits.ts'
import { isOneOf } from '../../db/sql-values.ts'
import { type Transaction, withScope, withReadScope } from '../../db/tenancy.ts'
import { byName } from '../../db/name-order.ts'
import { AppError } from '../../lib/app-error.ts'
import { hostAccount, hostName, isHostAccount, isVisitOf } from '../people/user-names.ts'
import { canReadMobiles, type MobilesReadable, type Stay } from '../people/mobile-visibility.ts'
import { isAccessibleSite } from '../sites/policy.ts'
import { isAdmin } from '../users/policy.ts'
import { isSiteOf, searchSites } from '../sites/queries.ts'

type Board = Pick<Context<StaffActor>, 'db' | 'actor'>

/** A batch takes a few milliseconds of CPU time. */
const BATCH_ROWS = 250

/** The first sites by name whose board the actor may watch; the chosen one in any case, first. */
export function findBoardSites(
  { db, actor }: Board,
  { search, site: chosen }: InputOf<'listBoardSites'>['query'],
): Promise<BoardSite[]> {
  const asked = { search, chosen, limit: limits.boardSites }
  return withReadScope(db, actor.scope, async (tx) => {
    const found = await searchSites(tx, actor, 'watch', asked)
    const ids = found.map(({ id }) => id)
    const seen = await tx
      .select({ id: sites.id, clientName: clients.name })
      .from(sites)
      .innerJoin(clients, eq(clients.id, sites.clientId))
      .where(and(isOneOf(sites.id, ids), isAccessibleSite(actor, 'see')))
    const clientNames = new Map(seen.map(({ id, clientName }) => [id, clientName]))
    const hasSeveral = actor.scope.kind === 'installation'
    return found.map(({ id, name, offlineUsers, timeZone }) => ({
      id,
      name,
      offline_users: offlineUsers,
      timeZone,
      client_name: (hasSeveral && clientNames.get(id)) || null,
      // Users who may see the site, not only watch its board, may start a muster there.
      can_start_muster: actor.authenticated && clientNames.has(id),
    }))
  })
}

/**
 * The site of a board, whether the actor may read the numbers of a list in full, and whether the
 * list is unchanged since its version. A single statement, so the rights are as recent as the list.
 * @throws AppError `not_found` for a site whose board the actor may not watch
 */
export function checkList(
  { db, actor }: Board,
  siteId: string,
  list: BoardList,
  { full, masked }: Record<Numbers, DatabaseState | undefined>,
): Promise<CheckedSite> {
  const canRead = canReadMobiles(actor, stayOn(list))
  return withReadScope(db, actor.scope, async (tx) => {
    const [site] = await tx.execute<CheckedSite & Record<string, unknown>>(sql`
        select ${sites.clientId} as "clientId", ${sites.id}, ${canRead} as "canReadMobiles",
          case when ${canRead} then ${isUnchanged(list, full)} else ${isUnchanged(list, masked)} end as "isUnchanged"
        from ${sites} where ${sites.id} = ${siteId} and ${isAccessibleSite(actor, 'watch')}`)
    if (!site) throw new AppError('not_found')
    return site
  })
}

export interface SiteKey {
  clientId: string
  id: string
}

/** A list is cached separately for readers of full numbers and of masked ones. */
export type Numbers = 'full' | 'masked'

export interface CheckedSite extends SiteKey {
  canReadMobiles: MobilesReadable
  /** Null if no version was given. */
  isUnchanged: boolean | null
}

export function stayOn(list: BoardList): Stay {
  return { isOnSite: list === 'on_site' }
}

/** Whether no transaction that the version does not include has changed the list. */
function isUnchanged(list: BoardList, version: DatabaseState | undefined): SQL {
  if (!version) return sql`null::boolean`
  const { snapshot, serverStartedAt } = version
  return sql`(${serverStartedAt}::timestamptz = pg_postmaster_start_time() and not exists (
    select from board_changes change
    where change.client_id = ${sites.clientId} and change.site_id in (${sites.id}, ${EVERY_SITE}) and change.list = ${list}
      and ${isNotShown(snapshot)}))`
}

/** A row of a list, as PostgreSQL returns it. */
export interface PersonRow {
  id: string
  kind: PersonKind
  firstName: string
  lastName: string
  role: string | null
  employeeNumber: string | null
  /** Milliseconds since 1970. */
  lastSignIn: number | null
  mobile: string | null
  phoneExtension: string | null
  hasPhoto: boolean
  dependents: number
  host: string | null
}

/** Reads a list of a board in batches, with its version. `read` must consume all batches. */
export function readList<T>(
  { db, actor }: Board,
  site: SiteKey,
  list: BoardList,
  read: (batches: AsyncIterable<PersonRow[]>) => Promise<T>,
): Promise<{ version: DatabaseState; result: T }> {
  return withScope(
    db,
    actor.scope,
    async (tx) => {
      const version = await readDatabaseState(tx)
      const query = (list === 'on_site' ? selectOnSite(tx, site) : selectAway(tx, site)).toSQL()
      const rows = tx.raw.unsafe<PersonRow[]>(query.sql, query.params as string[], { prepare: true })
      return { version, result: await read(rows.cursor(BATCH_ROWS)) }
    },
    { readOnly: true, isolation: 'repeatable read' },
  )
}

/** All people on a site now: users by their account, visitors by what they entered at sign-in. */
function selectOnSite(tx: Transaction, { clientId, id: siteId }: SiteKey) {
  const shown = {
    foldedName: sql`coalesce(${users.foldedName}, ${presence.foldedName})`,
    lastName: sql`coalesce(${users.lastName}, ${presence.lastName})`,
    firstName: sql`coalesce(${users.firstName}, ${presence.firstName})`,
  }
  return tx
    .select(
      named({
        id: sql`coalesce(${users.id}, ${presence.visitId})`,
        kind: presence.kind,
        firstName: shown.firstName,
        lastName: shown.lastName,
        role: sql`coalesce(nullif(${presence.roleName}, ''), nullif(${users.jobTitle}, ''))`,
        employeeNumber: sql`nullif(${users.employeeNumber}, '')`,
        lastSignIn: milliseconds(presence.signedInAt),
        mobile: sql`coalesce(nullif(${presence.mobile}, ''), ${users.mobile})`,
        phoneExtension: sql`nullif(${users.phoneExtension}, '')`,
        hasPhoto: sql`${users.photoKey} is not null`,
        dependents: presence.dependents,
        host: hostName,
      }),
    )
    .from(presence)
    .leftJoin(users, hasValues(users, { clientId: presence.clientId, id: presence.userId }))
    .leftJoin(visitHosts, isVisitOf(presence))
    .leftJoin(hostAccount, isHostAccount)
    .where(hasValues(presence, { clientId, siteId }))
    .orderBy(...byName(shown), asc(presence.visitId))
}

/** The site's users who are not on site; none where the site does not show them. */
function selectAway(tx: Transaction, { clientId, id: siteId }: SiteKey) {
  const isHere = tx
    .select({ one: sql`1` })
    .from(presence)
    .where(hasValues(presence, { clientId, siteId, userId: users.id }))
  return tx
    .select(
      named({
        id: users.id,
        kind: sql`'user'`,
        firstName: users.firstName,
        lastName: users.lastName,
        role: sql`nullif(${users.jobTitle}, '')`,
        employeeNumber: sql`nullif(${users.employeeNumber}, '')`,
        lastSignIn: milliseconds(users.lastSeenAt),
        mobile: users.mobile,
        phoneExtension: sql`nullif(${users.phoneExtension}, '')`,
        hasPhoto: sql`${users.photoKey} is not null`,
        dependents: sql`0`,
        host: sql`null`,
      }),
    )
    .from(accessEntries)
    .innerJoin(sites, isSiteOf(accessEntries))
    .innerJoin(users, hasValues(users, { clientId: accessEntries.clientId, id: accessEntries.userId }))
    .where(
      and(
        hasValues(accessEntries, { clientId, siteId }),
        eq(sites.offlineUsers, true),
        inArray(accessEntries.userType, ['Manager', 'Staff']),
        eq(users.status, 'active'),
        notExists(isHere),
      ),
    )
    .orderBy(...byName(users), asc(users.id))
}

function milliseconds(time: AnyColumn): SQL {
  return sql`(extract(epoch from ${time}) * 1000)::float8`
}

/** Aliases the columns of a query that is sent without drizzle. */
function named(columns: Record<keyof PersonRow, SQLWrapper>): Record<string, SQL.Aliased> {
  return Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, sql`${column}`.as(name)]))
}

/** The photo of an active user with an entry for a site the actor watches, or on such a site. */
export function findPhotoKey({ db, actor }: Board, userId: string): Promise<PhotoName | undefined> {
  return withReadScope(db, actor.scope, async (tx) => {
    const [user] = await tx
      .select({
        clientId: users.clientId,
        id: users.id,
        photoKey: users.photoKey,
        status: users.status,
      })
      .from(users)
      .where(and(actor.siteAdmin ? undefined : eq(users.clientId, actor.clientId), eq(users.id, userId)))
    if (!user || !(await mayWatch(tx, actor, user))) return undefined
    return user
  })
}

export interface PhotoName {
  clientId: string
  id: string
  photoKey: string | null
}

async function mayWatch(
  tx: Transaction,
  actor: StaffActor,
  { clientId, id: userId, status }: PhotoName & Pick<typeof users.$inferSelect, 'status'>,
): Promise<boolean> {
  const isActive = status === 'active'
  if (isActive && isAdmin(actor)) return true
  const isWatched = isAccessibleSite(actor, 'watch')
  const [entries, visits] = await Promise.all([
    tx
      .select({ siteId: accessEntries.siteId })
      .from(accessEntries)
      .innerJoin(sites, isSiteOf(accessEntries))
      .where(and(hasValues(accessEntries, { clientId, userId }), isWatched))
      .limit(1),
    tx
      .select({ siteId: presence.siteId })
      .from(presence)
      .innerJoin(sites, isSiteOf(presence))
      .where(and(hasValues(presence, { clientId, userId }), isWatched))
      .limit(1),
  ])
  return (isActive && entries.length > 0) || visits.length > 0
}
