import type { ErrorCode } from '@gatehouse/validation/error-codes'
import { errorSentences } from '@gatehouse/validation/error-sentences'
import type { BulkResult } from '@gatehouse/validation/list-endpoint'
import { and, asc, eq, exists, gt, lte, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Context, StaffActor } from '../../context.ts'
import { auditOf, recordAudits } from '../../db/audit.ts'
import { hasValues } from '../../db/has-values.ts'
import { isOneOf } from '../../db/sql-values.ts'
import { clients } from '../../db/schema/clients.ts'
import { logCorrections } from '../../db/schema/log-entries.ts'
import { sites } from '../../db/schema/sites.ts'
import { visits } from '../../db/schema/visits.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { HOUR_MS } from '../../lib/durations.ts'
import { timeInId } from '../access-log/get-record.ts'
import { banAt, findBansOfMany } from '../bans/find-ban.ts'
import { enterAgain, isOneOfVisits, leaveSite, recordReturns, reopened } from '../check-in/presence.ts'
import type { BanKeys } from '../identity/person-key.ts'
import { isAccessibleSite, isCheckOutSite } from '../sites/policy.ts'
import { assertChecksOut, isSiteOf } from '../sites/queries.ts'

/** How long a check-out can be undone. Later it is corrected in the access log. */
const UNDO_MS = HOUR_MS

const CHANGED = 'It has been corrected since, or the visitor has checked out too, so it stays as it is.'

/**
 * Undoes the person's own check-outs. These visits stay unchanged: those of people who came again
 * or checked out themselves too, those that anyone has corrected since, and those of people whom
 * staff could not sign in (closed site or client, or banned).
 * @throws AppError `forbidden` where the sign-in policy never lets the person check people out
 */
export function undoCheckOut(
  { db, actor, now }: Context<StaffActor>,
  banKeys: BanKeys,
  { ids }: { ids: string[] },
): Promise<BulkResult> {
  return withScope(db, actor.scope, async (tx) => {
    await assertChecksOut(tx, actor)
    const result: BulkResult = { done: 0, blocked: [] }
    const unchanged: string[] = []
    const block = (id: string, code: ErrorCode) =>
      result.blocked.push({
        id,
        code,
        message: code === 'changed_meanwhile' ? CHANGED : errorSentences[code],
      })
    const missing = new Set(ids)
    const recent: CheckedOut[] = []
    const found = await findCheckOuts(tx, actor, ids)
    const corrections = await readCorrections(
      tx,
      found.map(({ visit }) => visit),
    )
    for (const { visit, canCheckOut, hasComeAgain } of found) {
      missing.delete(visit.id)
      const checkOut = ownCheckOut(visit, corrections, actor)
      const isRecent = checkOut && now.getTime() - checkOut.at.getTime() <= UNDO_MS
      if (!canCheckOut) block(visit.id, 'forbidden')
      // Also a repeated request whose first response was lost.
      else if (visit.endedAs === null) unchanged.push(visit.id)
      else if (!isRecent || visit.anonymisedAt !== null) block(visit.id, 'wrong_status')
      else if (checkOut.hasChanged) block(visit.id, 'changed_meanwhile')
      else if (hasComeAgain) block(visit.id, 'conflict')
      else recent.push(visit)
    }
    const banned = await findBanned(tx, banKeys, recent, now)
    for (const id of banned) block(id, 'banned')
    const own = recent.filter(({ id }) => !banned.has(id))
    const entered = await enterAgain(tx, own)
    const reopenedIds = await reopen(
      tx,
      actor,
      own.filter(({ id }) => entered.has(id)),
    )
    const back = own.filter(({ id }) => reopenedIds.has(id))
    await recordReturns(tx, back, actor.userId, now)
    await recordAudits(
      tx,
      back.map((visit) => auditOf({ actor, now }, 'visit.check_out_undone', 'visit', visit)),
    )
    for (const { id } of own) {
      if (!entered.has(id)) block(id, 'conflict')
      else if (!reopenedIds.has(id)) block(id, 'changed_meanwhile')
    }
    for (const id of missing) block(id, 'not_found')
    return { ...result, done: back.length, ...(unchanged.length > 0 && { unchanged }) }
  })
}

type CheckedOut = typeof visits.$inferSelect

const later = alias(visits, 'later')

async function findCheckOuts(tx: Transaction, actor: StaffActor, ids: readonly string[]) {
  const named = ids.flatMap((id) => {
    const signedInAt = timeInId(id)
    return signedInAt ? [{ id, signedInAt }] : []
  })
  if (named.length === 0) return []
  const hasComeAgain = exists(
    tx
      .select({ one: sql`1` })
      .from(later)
      .where(
        and(
          hasValues(later, { clientId: visits.clientId, personKey: visits.personKey, siteId: visits.siteId }),
          gt(later.signedInAt, visits.signedInAt),
        ),
      ),
  )
  return tx
    .select({
      visit: visits,
      canCheckOut: isCheckOutSite(actor),
      hasComeAgain: sql<boolean>`${hasComeAgain}`,
    })
    .from(visits)
    .innerJoin(sites, isSiteOf(visits))
    .innerJoin(clients, eq(clients.id, visits.clientId))
    .where(and(isOneOfVisits(named), isAccessibleSite(actor, 'see'), eq(clients.enabled, true)))
}

/** @returns the ids of the visits of people who are banned at their sites */
async function findBanned(
  tx: Transaction,
  banKeys: BanKeys,
  of: readonly CheckedOut[],
  now: Date,
): Promise<Set<string>> {
  if (of.length === 0) return new Set()
  const bans = await findBansOfMany(
    tx,
    of.map(({ clientId, userId, mobile, firstName, lastName }) => ({
      clientId,
      keys: mobile ? banKeys(clientId, { firstName, lastName, mobile }) : [],
      userId,
      now,
    })),
  )
  return new Set(of.filter(({ siteId }, at) => banAt(bans[at] ?? [], siteId) !== null).map(({ id }) => id))
}

type CorrectionOfVisit = Awaited<ReturnType<typeof selectCorrections>>[number]
type CorrectionsOfVisits = ReadonlyMap<string, readonly CorrectionOfVisit[]>

/** The most corrections read per visit. A check-out with more since can't be undone. */
const LATEST = 200

/** The latest corrections by visit id, oldest first. */
async function readCorrections(tx: Transaction, of: readonly CheckedOut[]): Promise<CorrectionsOfVisits> {
  if (of.length === 0) return new Map()
  return Map.groupBy(await selectCorrections(tx, of), ({ visitId }) => visitId)
}

async function selectCorrections(tx: Transaction, of: readonly CheckedOut[]) {
  const { clientId, visitId, at, id, correctedBy, before, after } = logCorrections
  // A site admin may undo for several clients. Visit ids are globally unique; the client is there
  // for the index.
  const clientIds = [...new Set(of.map((visit) => visit.clientId))]
  const visitIds = of.map((visit) => visit.id)
  const latest = tx
    .select({
      visitId,
      at,
      id,
      correctedBy,
      before,
      after,
      place: sql<number>`row_number() over (partition by ${visitId} order by ${at} desc, ${id} desc)`.as(
        'place',
      ),
    })
    .from(logCorrections)
    .where(and(isOneOf(clientId, clientIds), isOneOf(visitId, visitIds)))
    .as('latest')
  return tx
    .select({
      visitId: latest.visitId,
      at: latest.at,
      correctedBy: latest.correctedBy,
      before: latest.before,
      after: latest.after,
    })
    .from(latest)
    .where(lte(latest.place, LATEST))
    .orderBy(asc(latest.at), asc(latest.id))
}

/**
 * The check-out of a visit, if the last correction that closed or opened it is by this person.
 * Adding the departure of a visit that was assumed to have ended is not a check-out.
 */
function ownCheckOut(
  visit: CheckedOut,
  all: CorrectionsOfVisits,
  { userId }: StaffActor,
): { at: Date; hasChanged: boolean } | undefined {
  const corrections = all.get(visit.id) ?? []
  const index = corrections.findLastIndex(
    ({ before, after }) =>
      before.signed_out_at !== undefined &&
      (before.signed_out_at === null) !== (after.signed_out_at === null),
  )
  const last = corrections[index]
  if (last?.correctedBy !== userId || last.before.signed_out_at !== null) return undefined
  if (last.before.assumed_left_at !== undefined) return undefined
  const isAsWritten = visit.endedAs === 'by_staff' && visit.endedBy === userId
  return { at: last.at, hasChanged: !isAsWritten || index < corrections.length - 1 }
}

/** @returns the ids of the reopened visits, without those that have changed since */
async function reopen(
  tx: Transaction,
  actor: StaffActor,
  entered: readonly CheckedOut[],
): Promise<Set<string>> {
  if (entered.length === 0) return new Set()
  const locked = await tx.select().from(visits).where(isOneOfVisits(entered)).for('update')
  // Every change of a visit locks its row, so nothing can change after this read.
  const corrections = await readCorrections(tx, locked)
  const own = locked.filter((visit) => {
    const checkOut = ownCheckOut(visit, corrections, actor)
    return checkOut && !checkOut.hasChanged && visit.anonymisedAt === null
  })
  if (own.length > 0) await tx.update(visits).set(reopened).where(isOneOfVisits(own))
  const ids = new Set(own.map(({ id }) => id))
  await Promise.all(entered.filter(({ id }) => !ids.has(id)).map((visit) => leaveSite(tx, visit)))
  return ids
}
