import type { InputOf, OutputOf } from '@gatehouse/validation/endpoints/all'
import {
  Muster,
  type MusterState,
  type RollEntry,
  type StoredMark,
} from '@gatehouse/validation/endpoints/musters'
import type { Mark } from '@gatehouse/validation/muster'
import { musterLimits } from '@gatehouse/validation/muster-limits'
import {
  and,
  asc,
  count,
  eq,
  getTableColumns,
  gt,
  gte,
  isNotNull,
  isNull,
  lte,
  or,
  type SQL,
  sql,
  type SQLWrapper,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Context, StaffActor } from '../../context.ts'
import { hasValues } from '../../db/has-values.ts'
import { isOneOf } from '../../db/sql-values.ts'
import { inNameOrder } from '../../db/name-order.ts'
import { createRowMapper } from '../../db/row-mapper.ts'
import { clients } from '../../db/schema/clients.ts'
import { musterMarks, musterRoll, musters } from '../../db/schema/musters.ts'
import { sites } from '../../db/schema/sites.ts'
import { presence } from '../../db/schema/visits.ts'
import { users } from '../../db/schema/users.ts'
import { selectPage, withListScope } from '../../db/select-page.ts'
import { type Transaction, withScope, withReadScope } from '../../db/tenancy.ts'
import { toFields } from '../../db/to-columns.ts'
import { AppError } from '../../lib/app-error.ts'
import { MINUTE_MS } from '../../lib/durations.ts'
import { takeTurns } from '../../lib/take-turns.ts'
import { canReadMobiles, type MobilesReadable, showMobile } from '../people/mobile-visibility.ts'
import { hasReadableRecords, isAccessibleSite, type SiteRight } from '../sites/policy.ts'
import { readPoints } from '../sites/muster-points.ts'
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
      clientName: clients.name,
      siteName: sites.name,
      timeZone: sites.timeZone,
      startedBy: nameOf(starters),
      endedBy: nameOf(enders),
    })
    .from(musters)
    .innerJoin(sites, isSiteOf(musters))
    .innerJoin(clients, eq(clients.id, musters.clientId))
    .leftJoin(starters, hasValues(starters, { clientId: musters.clientId, id: musters.startedBy }))
    .leftJoin(enders, hasValues(enders, { clientId: musters.clientId, id: musters.endedBy }))
}
type FoundMuster = Awaited<ReturnType<typeof selectMusters>>[number]

export const toMuster = ({ muster, ...row }: FoundMuster): Muster =>
  toFields(Muster, { ...muster, ...row }, { forgotten: muster.endedAt !== null && muster.endedBy === null })

/**
 * A page of the musters of the sites that the person may see.
 * @throws AppError `not_found` for a site that they may not see
 */
export function listMusters(
  { db, actor }: Context<StaffActor>,
  query: InputOf<'listMusters'>['query'],
): Promise<OutputOf<'listMusters'>> {
  return withListScope(db, actor.scope, async (tx) => {
    const { items, total } = await selectPage(await resolveSite(tx, actor, 'see', query), {
      scope: hasReadableRecords(actor, 'see'),
      search: { texts: [sites.foldedName] },
      filters: {
        site: ({ id }) => eq(musters.siteId, id),
        drill: (drill) => eq(musters.drill, drill === 'true'),
        running: (running) => (running === 'true' ? isNull(musters.endedAt) : isNotNull(musters.endedAt)),
      },
      sort: { started_at: musters.startedAt },
      lastSort: musters.id,
      rows: (where) => selectMusters(tx).where(where).$dynamic(),
      count: (where) =>
        tx.select({ total: count() }).from(musters).innerJoin(sites, isSiteOf(musters)).where(where),
    })
    return {
      items: items.map((row) => Object.assign(toMuster(row), { client_name: row.clientName })),
      total,
    }
  })
}

/** The one muster that matches a condition. @throws AppError `not_found` */
export async function readMuster(tx: Transaction, where: SQL | undefined): Promise<FoundMuster> {
  const [found] = await selectMusters(tx).where(where)
  if (!found) throw new AppError('not_found')
  return found
}

export const isMuster = ({ clientId, id }: Pick<MusterRow, 'clientId' | 'id'>) =>
  hasValues(musters, { clientId, id })

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

interface AskedHeld {
  /** When the phone started its own muster. */
  since: Date
  /** The latest possible start of the muster. */
  latest?: Date | undefined
  /** Whether a drill matches too. */
  isDrill: boolean
  /** Whether the phone's own muster is over too. */
  isOver?: boolean
}

/**
 * The first muster of a site that is running or ended after a time. A request for a real muster is
 * not matched by a drill that is over, nor by a real one that is over and began much earlier or
 * notified nobody.
 */
export async function findHeld(
  tx: Transaction,
  { clientId, id: siteId }: { clientId: string; id: string },
  { since, latest, isDrill, isOver = false }: AskedHeld,
): Promise<MusterRow | undefined> {
  const isReal = isDrill ? undefined : eq(musters.drill, false)
  const sameStart = new Date(since.getTime() - musterLimits.sameStartMinutes * MINUTE_MS)
  // A muster that was over before the server received it has notified nobody.
  const wasTold = and(gte(musters.startedAt, sameStart), lte(musters.createdAt, musters.endedAt))
  const wasHeld = and(gte(musters.endedAt, since), isReal, isDrill || isOver ? undefined : wasTold)
  const isRunning = and(isNull(musters.endedAt), isOver ? isReal : undefined)
  const [held] = await tx
    .select()
    .from(musters)
    .where(
      and(
        hasValues(musters, { clientId, siteId }),
        latest && lte(musters.startedAt, latest),
        or(isRunning, wasHeld),
      ),
    )
    .orderBy(asc(musters.startedAt), asc(musters.id))
    .limit(1)
  return held
}

/** The running muster of a site, and whether the person may start one. */
export function findRunningMuster(
  { db, actor, now }: Context<StaffActor>,
  tokens: HandInTokens,
  siteId: string,
): Promise<OutputOf<'getRunningMuster'>> {
  return withReadScope(db, actor.scope, async (tx) => {
    const [site] = await tx
      .select({ clientId: sites.clientId, id: sites.id, canStart: canMark(actor) })
      .from(sites)
      .where(and(eq(sites.id, siteId), isAccessibleSite(actor, 'watch')))
    if (!site) throw new AppError('not_found')
    const [running] = await selectMusters(tx).where(
      and(hasValues(musters, { clientId: site.clientId, siteId: site.id }), isNull(musters.endedAt)),
    )
    return {
      muster: running ? toMuster(running) : null,
      can_start: site.canStart,
      hand_in_token: site.canStart ? tokens.ofSite({ ...holderIn(site, actor), siteId: site.id }, now) : null,
    }
  })
}

/**
 * Everybody who may see a site is a warden, once they have passed their second factor. A screen or
 * tablet that only watches has no known viewer, so it can't mark.
 */
const canMark = (actor: StaffActor) =>
  sql<boolean>`(${actor.authenticated} and ${isAccessibleSite(actor, 'see')})`

const holderIn = ({ clientId }: { clientId: string }, { userId, sessionId }: StaffActor) => ({
  clientId,
  userId,
  sessionId,
})

/**
 * A muster with the changes since a version. The roll is updated first in its own transaction, so
 * that the muster's row is not locked while thousands of people are read.
 */
export async function getMusterState(
  ctx: Context<StaffActor>,
  tokens: HandInTokens,
  id: string,
  after: number,
): Promise<MusterState> {
  const { db, actor, now } = ctx
  const read = (isAsFollowed: boolean) =>
    withScope(db, actor.scope, (tx) => readMusterState(tx, ctx, tokens, { id, after, isAsFollowed }), {
      readOnly: true,
      isolation: 'repeatable read',
    })
  const current = await read(false)
  if (current) return current
  await withScope(db, actor.scope, async (tx) => {
    const muster = await lockMuster(tx, actor, 'watch', id)
    // Another request may have updated the roll while this one waited for the lock.
    if (!muster.endedAt && (await isRollOutdated(tx, muster))) await updateRoll(tx, muster, now)
  })
  const state = await read(true)
  if (!state) throw new Error('A roll that was followed is taken as it is')
  return state
}

interface AskedState {
  id: string
  after: number
  /** Accept a roll that has become outdated again since its update. */
  isAsFollowed: boolean
}

/** The state at one moment; undefined where the roll is outdated. */
async function readMusterState(
  tx: Transaction,
  { actor }: Context<StaffActor>,
  tokens: HandInTokens,
  { id, after, isAsFollowed }: AskedState,
): Promise<MusterState | undefined> {
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
  if (!isAsFollowed && !muster.endedAt && (await isRollOutdated(tx, muster))) return undefined
  const upTo = await findPageEnd(tx, muster, after)
  return {
    muster: toMuster(await readMuster(tx, isMuster(muster))),
    version: upTo ?? muster.version,
    has_more: upTo !== undefined,
    roll: await readRoll(
      tx,
      muster,
      // A person who is only assumed to have left is on the roll but not on site.
      (isPresent) => (isPresent && !muster.endedAt ? asked.onSite : asked.past),
      after,
    ),
    marks: await readStoredMarks(tx, muster, { after, upTo }),
    points: await readPoints(tx, muster),
    wardens: await readWardens(tx, muster),
    can_mark: asked.canMark,
    hand_in_token: asked.canMark ? tokens.of({ ...holderIn(muster, actor), musterId: id }) : null,
  }
}

export type MusterKey = Pick<MusterRow, 'clientId' | 'id'>

/** Reads rows and lets other requests run in between, because there may be thousands. */
async function readItems<Item>(
  tx: Transaction,
  query: SQLWrapper,
  toItem: (row: Record<string, unknown>) => Item,
): Promise<Item[]> {
  const items: Item[] = []
  for await (const row of takeTurns(await tx.execute(sql`${query}`))) items.push(toItem(row))
  return items
}

const toRollRow = createRowMapper(musterRoll)
const toMarkRow = createRowMapper(musterMarks)

type RollRow = typeof musterRoll.$inferSelect

/** The roll by name: all of it, or the changes since a version. */
export function readRoll(
  tx: Transaction,
  { clientId, id }: MusterKey,
  canRead: (isPresent: boolean) => MobilesReadable,
  after = 0,
): Promise<RollEntry[]> {
  const query = tx
    .select({
      ...getTableColumns(musterRoll),
      hasPhoto: sql<boolean>`${users.photoKey} is not null`.as('has_photo'),
      isPresent: sql<boolean>`exists (
        select from ${presence} join ${musters} on ${musters.clientId} = ${presence.clientId}
          and ${musters.siteId} = ${presence.siteId}
        where ${musters.clientId} = ${clientId} and ${musters.id} = ${id}
          and ${presence.personKey} = ${musterRoll.personKey})`.as('is_present'),
    })
    .from(musterRoll)
    .leftJoin(
      users,
      and(
        hasValues(users, { clientId: musterRoll.clientId, id: musterRoll.personId }),
        eq(musterRoll.kind, 'user'),
      ),
    )
    .where(and(hasValues(musterRoll, { clientId, musterId: id }), gt(musterRoll.version, after)))
    .orderBy(
      asc(inNameOrder(musterRoll.lastName)),
      asc(inNameOrder(musterRoll.firstName)),
      asc(musterRoll.personId),
    )
  return readItems(tx, query, (row) =>
    toRollEntry(toRollRow(row), row['has_photo'] === true, canRead(row['is_present'] === true)),
  )
}

function toRollEntry(entry: RollRow, hasPhoto: boolean, canRead: MobilesReadable): RollEntry {
  const { mobile, mobile_masked: isMasked } = showMobile(entry.mobile, canRead)
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
    left_by_other_phone: entry.leftByOtherPhone,
  }
}

/** A range of versions of a muster. */
interface Versions {
  after?: number
  upTo?: number | undefined
}

/** The last version on a page of marks; undefined where the page has all that are left. */
async function findPageEnd(
  tx: Transaction,
  { clientId, id }: MusterKey,
  after: number,
): Promise<number | undefined> {
  const [next] = await tx
    .select({ version: musterMarks.version })
    .from(musterMarks)
    .where(and(hasValues(musterMarks, { clientId, musterId: id }), gt(musterMarks.version, after)))
    .orderBy(asc(musterMarks.version), asc(musterMarks.id))
    .offset(musterLimits.marksPerPage)
    .limit(1)
  return next && Math.max(next.version - 1, after + 1)
}

/** The marks in order of arrival. */
export function readStoredMarks(
  tx: Transaction,
  muster: MusterKey,
  versions: Versions = {},
): Promise<(StoredMark & Mark)[]> {
  return readMarksBy([asc(musterMarks.version), asc(musterMarks.id)], tx, muster, versions)
}

/** All marks in the order in which they were made, or those of some people. */
export function readMarksInOrder(
  tx: Transaction,
  muster: MusterKey,
  personIds?: readonly string[],
): Promise<Mark[]> {
  return readMarksBy([asc(musterMarks.madeAt), asc(musterMarks.id)], tx, muster, { personIds })
}

function readMarksBy(
  order: SQL[],
  tx: Transaction,
  { clientId, id }: MusterKey,
  { after = 0, upTo, personIds }: Versions & { personIds?: readonly string[] | undefined } = {},
): Promise<(StoredMark & Mark)[]> {
  const query = tx
    .select()
    .from(musterMarks)
    .where(
      and(
        hasValues(musterMarks, { clientId, musterId: id }),
        gt(musterMarks.version, after),
        upTo === undefined ? undefined : lte(musterMarks.version, upTo),
        personIds && isOneOf(musterMarks.personId, personIds),
      ),
    )
    .orderBy(...order)
  return readItems(tx, query, (row) => toMark(toMarkRow(row)))
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

/** The names of people who made marks. A site admin is not among the users of the client. */
export function readWardens(
  tx: Transaction,
  { clientId, id }: MusterKey,
): Promise<{ id: string; name: string }[]> {
  const made = tx
    .selectDistinct({ id: musterMarks.madeBy })
    .from(musterMarks)
    .where(hasValues(musterMarks, { clientId, musterId: id }))
  return tx
    .select({ id: users.id, name: sql<string>`trim(${users.firstName} || ' ' || ${users.lastName})` })
    .from(users)
    .where(and(eq(users.clientId, clientId), sql`${users.id} = any(array(${made}))`))
    .orderBy(asc(users.id))
}
