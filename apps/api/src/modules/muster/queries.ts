import type { EndpointInput, EndpointOutput } from '@gatehouse/validation/endpoint'
import type {
  listMustersEndpoint,
  Muster,
  MusterState,
  RollEntry,
  StoredMark,
} from '@gatehouse/validation/endpoints/musters'
import type { Mark } from '@gatehouse/validation/muster'
import { and, asc, count, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Context, StaffActor } from '../../context.ts'
import { isOneOf } from '../../db/is-one-of.ts'
import { inNameOrder } from '../../db/name-order.ts'
import { musterMarks, musterRoll, musters } from '../../db/schema/musters.ts'
import { musterPoints, sites } from '../../db/schema/sites.ts'
import { users } from '../../db/schema/users.ts'
import { listTransaction, selectPage } from '../../db/select-page.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { canReadMobiles, type MobilesReadable, showMobile } from '../people/mobile-visibility.ts'
import { hasRightAtSite, isAccessibleSite, type SiteRight } from '../sites/policy.ts'
import { isSiteOf, resolveSite } from '../sites/queries.ts'
import type { HandInTokens } from './hand-in-tokens.ts'
import { isRollOutdated, updateRoll } from './roll.ts'

export type MusterRow = typeof musters.$inferSelect

const starters = alias(users, 'starters')
const enders = alias(users, 'enders')
const nameOf = (user: typeof starters | typeof enders) =>
  sql<string | null>`nullif(trim(${user.firstName} || ' ' || ${user.lastName}), '')`

function selectMusters(tx: Transaction) {
  return tx
    .select({
      muster: musters,
      siteName: sites.name,
      timeZone: sites.timeZone,
      startedBy: nameOf(starters),
      endedBy: nameOf(enders),
    })
    .from(musters)
    .innerJoin(sites, isSiteOf(musters))
    .leftJoin(starters, and(eq(starters.clientId, musters.clientId), eq(starters.id, musters.startedBy)))
    .leftJoin(enders, and(eq(enders.clientId, musters.clientId), eq(enders.id, musters.endedBy)))
}
type FoundMuster = Awaited<ReturnType<typeof selectMusters>>[number]

export function toMuster({ muster, siteName, timeZone, startedBy, endedBy }: FoundMuster): Muster {
  const { id, siteId, drill, startedAt, endedAt, safe, missing, total } = muster
  return {
    id,
    site_id: siteId,
    site_name: siteName,
    time_zone: timeZone,
    drill,
    started_at: startedAt.toISOString(),
    started_by: startedBy,
    ended_at: endedAt?.toISOString() ?? null,
    ended_by: endedBy,
    forgotten: endedAt !== null && muster.endedBy === null,
    safe,
    missing,
    total,
  }
}

/** A page of the musters of the sites that the person may see. @throws AppError `not_found` for a site that they may not see */
export function listMusters(
  { db, actor }: Context<StaffActor>,
  query: EndpointInput<typeof listMustersEndpoint>['query'],
): Promise<EndpointOutput<typeof listMustersEndpoint>> {
  return withScope(
    db,
    actor.scope,
    async (tx) => {
      const { items, total } = await selectPage(await resolveSite(tx, actor, 'see', query), {
        scope: hasRightAtSite(actor, 'see'),
        search: { texts: [sites.foldedName] },
        filters: {
          site: ({ id }) => eq(musters.siteId, id),
          drill: (drill) => eq(musters.drill, drill === 'true'),
        },
        sort: { started_at: musters.startedAt },
        lastSort: musters.id,
        rows: (where) => selectMusters(tx).where(where).$dynamic(),
        count: (where) =>
          tx.select({ total: count() }).from(musters).innerJoin(sites, isSiteOf(musters)).where(where),
      })
      return { items: items.map(toMuster), total }
    },
    listTransaction,
  )
}

/** The one muster of a condition. @throws AppError `not_found` */
export async function readMuster(tx: Transaction, where: SQL | undefined): Promise<FoundMuster> {
  const [found] = await selectMusters(tx).where(where)
  if (!found) throw new AppError('not_found')
  return found
}

export const isMuster = ({ clientId, id }: Pick<MusterRow, 'clientId' | 'id'>) =>
  and(eq(musters.clientId, clientId), eq(musters.id, id))

/** Locks a muster of a site at which the person has the right. @throws AppError `not_found` */
export async function lockMuster(
  tx: Transaction,
  actor: StaffActor,
  right: SiteRight,
  id: string,
): Promise<MusterRow> {
  const [found] = await tx
    .select({ muster: musters })
    .from(musters)
    .innerJoin(sites, isSiteOf(musters))
    .where(and(eq(musters.id, id), isAccessibleSite(actor, right)))
    .for('update', { of: musters })
  if (!found) throw new AppError('not_found')
  return found.muster
}

/** The muster that is running on a site, and whether the person may start one. @throws AppError `not_found` */
export function findRunningMuster(
  { db, actor }: Context<StaffActor>,
  siteId: string,
): Promise<{ muster: Muster | null; can_start: boolean }> {
  return withScope(
    db,
    actor.scope,
    async (tx) => {
      const [site] = await tx
        .select({ clientId: sites.clientId, id: sites.id, canStart: canMark(actor) })
        .from(sites)
        .where(and(eq(sites.id, siteId), isAccessibleSite(actor, 'watch')))
      if (!site) throw new AppError('not_found')
      const [running] = await selectMusters(tx).where(
        and(eq(musters.clientId, site.clientId), eq(musters.siteId, site.id), isNull(musters.endedAt)),
      )
      return { muster: running ? toMuster(running) : null, can_start: site.canStart }
    },
    { readOnly: true },
  )
}

/** Wardens are all who may see a site. A screen or tablet of its own only watches: nobody knows who stands before it. */
const canMark = (actor: StaffActor) => sql<boolean>`(${isAccessibleSite(actor, 'see')})`

/**
 * A muster with what has changed since a version. Its roll is brought up to date first. Whoever only watches boards sees it while it runs.
 * @throws AppError `not_found`
 */
export function getMusterState(
  { db, actor, now }: Context<StaffActor>,
  tokens: HandInTokens,
  id: string,
  after: number,
): Promise<MusterState> {
  return withScope(db, actor.scope, async (tx) => {
    const [asked] = await tx
      .select({
        muster: musters,
        canMark: canMark(actor),
        onSite: canReadMobiles(actor, { isOnSite: true }),
        past: canReadMobiles(actor, { isOnSite: false }),
      })
      .from(musters)
      .innerJoin(sites, isSiteOf(musters))
      .where(and(eq(musters.id, id), isAccessibleSite(actor, 'watch')))
    if (!asked || (asked.muster.endedAt && !asked.canMark)) throw new AppError('not_found')
    const { muster } = asked
    if (!muster.endedAt && (await isRollOutdated(tx, muster))) {
      const locked = await lockMuster(tx, actor, 'watch', id)
      if (!locked.endedAt) await updateRoll(tx, locked, now)
    }
    const found = await readMuster(tx, isMuster(muster))
    const [roll, marks, points] = [
      await readRoll(tx, muster, found.muster.endedAt ? asked.past : asked.onSite, after),
      await readStoredMarks(tx, muster, after),
      await readPoints(tx, muster),
    ]
    return {
      muster: toMuster(found),
      version: found.muster.version,
      roll,
      marks,
      points,
      wardens: await readWardens(tx, muster),
      can_mark: asked.canMark,
      hand_in_token: asked.canMark
        ? tokens.of({ clientId: muster.clientId, musterId: id, userId: actor.userId })
        : null,
    }
  })
}

type MusterKey = Pick<MusterRow, 'clientId' | 'id'>

/** The roll by name: all of it, or what has changed since a version. */
export async function readRoll(
  tx: Transaction,
  { clientId, id }: MusterKey,
  canRead: MobilesReadable,
  after = 0,
): Promise<RollEntry[]> {
  const rows = await tx
    .select({ entry: musterRoll, hasPhoto: sql<boolean>`${users.photoKey} is not null` })
    .from(musterRoll)
    .leftJoin(
      users,
      and(
        eq(users.clientId, musterRoll.clientId),
        eq(users.id, musterRoll.personId),
        eq(musterRoll.kind, 'user'),
      ),
    )
    .where(and(eq(musterRoll.clientId, clientId), eq(musterRoll.musterId, id), gt(musterRoll.version, after)))
    .orderBy(
      asc(inNameOrder(musterRoll.lastName)),
      asc(inNameOrder(musterRoll.firstName)),
      asc(musterRoll.personId),
    )
  return rows.map(({ entry, hasPhoto }) => {
    const { mobile, isMasked } = showMobile(entry.mobile, canRead)
    return {
      id: entry.personId,
      kind: entry.kind,
      first_name: entry.firstName,
      last_name: entry.lastName,
      role: entry.role || null,
      employee_number: entry.employeeNumber || null,
      tel: mobile,
      tel_masked: isMasked,
      phone_extension: entry.phoneExtension || null,
      has_photo: hasPhoto,
      dependents: entry.dependents,
      signed_in_at: entry.signedInAt.toISOString(),
      left_at: entry.leftAt?.toISOString() ?? null,
      had_left: entry.hadLeft,
    }
  })
}

export async function readStoredMarks(
  tx: Transaction,
  { clientId, id }: MusterKey,
  after = 0,
): Promise<(StoredMark & Mark)[]> {
  const rows = await tx
    .select()
    .from(musterMarks)
    .where(
      and(eq(musterMarks.clientId, clientId), eq(musterMarks.musterId, id), gt(musterMarks.version, after)),
    )
    .orderBy(asc(musterMarks.version), asc(musterMarks.id))
  return rows.map(toMark)
}

export function toMark(row: typeof musterMarks.$inferSelect): StoredMark & Mark {
  return {
    id: row.id,
    person_id: row.personId,
    state: row.state,
    at: row.madeAt.toISOString(),
    by: row.madeBy,
    targets: row.targets,
    point_id: row.pointId,
    text: row.text,
    received_at: row.receivedAt.toISOString(),
    is_flagged: row.isFlagged,
  }
}

/** The muster points of the site of a muster, by name. */
export function readPoints(tx: Transaction, { clientId, siteId }: Pick<MusterRow, 'clientId' | 'siteId'>) {
  return tx
    .select({ id: musterPoints.id, name: musterPoints.name, place: musterPoints.place })
    .from(musterPoints)
    .where(and(eq(musterPoints.clientId, clientId), eq(musterPoints.siteId, siteId)))
    .orderBy(asc(inNameOrder(musterPoints.name)), asc(musterPoints.id))
}

/** The names of those who have made marks. An administrator of the installation is not among the users of the client. */
export async function readWardens(
  tx: Transaction,
  { clientId, id }: MusterKey,
): Promise<{ id: string; name: string }[]> {
  const made = await tx
    .selectDistinct({ id: musterMarks.madeBy })
    .from(musterMarks)
    .where(and(eq(musterMarks.clientId, clientId), eq(musterMarks.musterId, id)))
  const ids = made.flatMap((row) => (row.id === null ? [] : [row.id]))
  if (ids.length === 0) return []
  return tx
    .select({ id: users.id, name: sql<string>`trim(${users.firstName} || ' ' || ${users.lastName})` })
    .from(users)
    .where(and(eq(users.clientId, clientId), isOneOf(users.id, ids)))
    .orderBy(asc(users.id))
}
