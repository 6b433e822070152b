import type { EndpointInput } from '@gatehouse/validation/endpoint'
import type { listBoardSitesEndpoint } from '@gatehouse/validation/endpoints/board'
import { limits } from '@gatehouse/validation/limits'
import { and, asc, eq, inArray, notExists, sql } from 'drizzle-orm'
import type { Context, StaffActor as Staff } from '../../context.ts'
import { sites } from '../../db/schema/sites.ts'
import { accessEntries, users } from '../../db/schema/users.ts'
import { presence } from '../../db/schema/visits.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { byName } from '../../db/name-order.ts'
import { presenceFields } from '../presence/queries.ts'
import { isAccessibleSite } from '../sites/policy.ts'
import { getSiteOrThrow, isSiteOf, searchSites, type VisibleSite } from '../sites/queries.ts'

type Board = Pick<Context<Staff>, 'db' | 'actor'>

/** The first of the sites whose board the person may watch, by name. The chosen one comes first, whether the search finds it or not. */
export function findBoardSites(
  { db, actor }: Board,
  { search, site: chosen }: EndpointInput<typeof listBoardSitesEndpoint>['query'],
): Promise<VisibleSite[]> {
  const asked = { search, chosen, limit: limits.boardSites }
  return withScope(db, actor.scope, (tx) => searchSites(tx, actor, 'watch', asked), { readOnly: true })
}

/**
 * Everybody on a site now, by name.
 * @throws AppError `not_found` for a site whose board the person may not watch
 */
export function findPeopleOnSite({ db, actor }: Board, siteId: string) {
  return withScope(
    db,
    actor.scope,
    async (tx) => {
      const site = await getSiteOrThrow(tx, actor, 'watch', siteId)
      return tx
        .select({ presence: presenceFields, user: userColumns })
        .from(presence)
        .leftJoin(users, and(eq(users.clientId, presence.clientId), eq(users.id, presence.userId)))
        .where(and(eq(presence.clientId, site.clientId), eq(presence.siteId, site.id)))
        .orderBy(...byName(shownName), asc(presence.visitId))
    },
    { readOnly: true },
  )
}

/**
 * The site's own people who are not on it now, by name; none where the site does not show them.
 * @throws AppError `not_found` for a site whose board the person may not watch
 */
export function findPeopleAway({ db, actor }: Board, siteId: string) {
  return withScope(
    db,
    actor.scope,
    async (tx) => {
      const site = await getSiteOrThrow(tx, actor, 'watch', siteId)
      return { site, people: site.offlineUsers ? await peopleAway(tx, site) : [] }
    },
    { readOnly: true },
  )
}

function peopleAway(tx: Transaction, { clientId, id: siteId }: VisibleSite) {
  const isHere = tx
    .select({ one: sql`1` })
    .from(presence)
    .where(and(eq(presence.clientId, clientId), eq(presence.siteId, siteId), eq(presence.userId, users.id)))
  return tx
    .select(userColumns)
    .from(accessEntries)
    .innerJoin(users, and(eq(users.clientId, accessEntries.clientId), eq(users.id, accessEntries.userId)))
    .where(
      and(
        eq(accessEntries.clientId, clientId),
        eq(accessEntries.siteId, siteId),
        inArray(accessEntries.userType, ['Manager', 'Staff']),
        eq(users.status, 'active'),
        notExists(isHere),
      ),
    )
    .orderBy(...byName(users), asc(users.id))
}

/** The photo of a user whom the watcher may see on a board: the user has an entry for one of the watcher's sites, or is there now. */
export function findPhotoKey({ db, actor }: Board, userId: string): Promise<PhotoName | undefined> {
  return withScope(
    db,
    actor.scope,
    async (tx) => {
      const [user] = await tx
        .select({ clientId: users.clientId, id: users.id, photoKey: users.photoKey })
        .from(users)
        .where(and(actor.siteAdmin ? undefined : eq(users.clientId, actor.clientId), eq(users.id, userId)))
      if (!user || !(await mayWatch(tx, actor, user))) return undefined
      return user
    },
    { readOnly: true },
  )
}

export interface PhotoName {
  clientId: string
  id: string
  photoKey: string | null
}

async function mayWatch(
  tx: Transaction,
  actor: Staff,
  { clientId, id: userId }: PhotoName,
): Promise<boolean> {
  if (actor.admin || actor.siteAdmin) return true
  const isWatched = isAccessibleSite(actor, 'watch')
  const [entries, visits] = await Promise.all([
    tx
      .select({ siteId: accessEntries.siteId })
      .from(accessEntries)
      .innerJoin(sites, isSiteOf(accessEntries))
      .where(and(eq(accessEntries.clientId, clientId), eq(accessEntries.userId, userId), isWatched))
      .limit(1),
    tx
      .select({ siteId: presence.siteId })
      .from(presence)
      .innerJoin(sites, isSiteOf(presence))
      .where(and(eq(presence.clientId, clientId), eq(presence.userId, userId), isWatched))
      .limit(1),
  ])
  return entries.length > 0 || visits.length > 0
}

/** A user by their own record, a visitor by what they gave when they signed in. */
const shownName = {
  foldedName: sql`coalesce(${users.foldedName}, ${presence.foldedName})`,
  lastName: sql`coalesce(${users.lastName}, ${presence.lastName})`,
  firstName: sql`coalesce(${users.firstName}, ${presence.firstName})`,
}

const userColumns = {
  id: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
  jobTitle: users.jobTitle,
  employeeNumber: users.employeeNumber,
  mobile: users.mobile,
  phoneExtension: users.phoneExtension,
  photoKey: users.photoKey,
  lastSeenAt: users.lastSeenAt,
}
