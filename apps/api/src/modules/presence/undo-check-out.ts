import type { ErrorCode } from '@gatehouse/validation/error-codes'
import { errorSentences } from '@gatehouse/validation/error-sentences'
import type { BulkResult } from '@gatehouse/validation/list-endpoint'
import { and, asc, eq, exists, gt, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Context, StaffActor } from '../../context.ts'
import { recordAudits } from '../../db/audit.ts'
import { recordEvents, subjectOfVisits } from '../../db/outbox.ts'
import { recordCorrections } from '../../db/record-corrections.ts'
import { sites } from '../../db/schema/sites.ts'
import { presence, visits } from '../../db/schema/visits.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { HOUR_MS } from '../../lib/durations.ts'
import { timeInId } from '../access-log/get-record.ts'
import { isVisit, leaveSite } from '../check-in/presence.ts'
import { isAccessibleSite } from '../sites/policy.ts'
import { isSiteOf } from '../sites/queries.ts'
import { isOneOfVisits } from './check-out-people.ts'

/** For so long a check-out can be taken back. Later it is corrected in the access log. */
const UNDO_MS = HOUR_MS

/**
 * Takes back the person's own check-outs. Whoever has come again since stays as they are; so does a visit whose departure somebody else has
 * told meanwhile.
 */
export function undoCheckOut(
  { db, actor, now }: Context<StaffActor>,
  { ids }: { ids: string[] },
): Promise<BulkResult> {
  return withScope(db, actor.scope, async (tx) => {
    const result: BulkResult = { done: 0, blocked: [] }
    const block = (id: string, code: ErrorCode) =>
      result.blocked.push({ id, code, message: errorSentences[code] })
    const missing = new Set(ids)
    const back: CheckedOut[] = []
    for (const row of await findCheckOuts(tx, actor, [...missing])) {
      const { visit } = row
      missing.delete(visit.id)
      const isOwn = visit.endedAs === 'by_staff' && visit.endedBy === actor.userId
      const isRecent = visit.endedAt !== null && now.getTime() - visit.endedAt.getTime() <= UNDO_MS
      if (!row.canManage) block(visit.id, 'forbidden')
      else if (!isOwn || !isRecent || visit.anonymisedAt !== null) block(visit.id, 'wrong_status')
      else if (row.hasComeAgain || !(await enterAgain(tx, visit))) block(visit.id, 'conflict')
      else if (await reopen(tx, visit)) back.push(visit)
      else block(visit.id, 'changed_meanwhile')
    }
    await record(tx, actor, back, now)
    for (const id of missing) block(id, 'not_found')
    return { ...result, done: back.length }
  })
}

type CheckedOut = typeof visits.$inferSelect

const later = alias(visits, 'later')

/** In the order in which check-ins lock people. */
async function findCheckOuts(tx: Transaction, actor: StaffActor, ids: readonly string[]) {
  const named = ids.flatMap((id) => {
    const at = timeInId(id)
    return at ? [{ id, at }] : []
  })
  if (named.length === 0) return []
  const hasComeAgain = exists(
    tx
      .select({ one: sql`1` })
      .from(later)
      .where(
        and(
          eq(later.clientId, visits.clientId),
          eq(later.personKey, visits.personKey),
          eq(later.siteId, visits.siteId),
          gt(later.signedInAt, visits.signedInAt),
        ),
      ),
  )
  return tx
    .select({
      visit: visits,
      canManage: sql<boolean>`(${isAccessibleSite(actor, 'manage')})`,
      hasComeAgain: sql<boolean>`${hasComeAgain}`,
    })
    .from(visits)
    .innerJoin(sites, isSiteOf(visits))
    .where(and(isOneOfVisits(named), isAccessibleSite(actor, 'see')))
    .orderBy(asc(visits.siteId), asc(visits.personKey))
}

/** The person is on the site again. @returns false where they are there by a later visit */
async function enterAgain(tx: Transaction, visit: CheckedOut): Promise<boolean> {
  const { clientId, siteId, methodId, kind, userId, personKey, firstName, lastName, mobile } = visit
  const { dependents, roleId, roleName, signedInAt, signedInOffline, id: visitId } = visit
  const entered = await tx
    .insert(presence)
    .values({
      clientId,
      siteId,
      methodId,
      kind,
      userId,
      personKey,
      firstName,
      lastName,
      mobile,
      dependents,
      roleId,
      roleName,
      visitId,
      signedInAt,
      signedInOffline,
    })
    .onConflictDoNothing()
    .returning({ visitId: presence.visitId })
  return entered.length > 0
}

/** @returns false where the visit has another end by now */
async function reopen(tx: Transaction, visit: CheckedOut): Promise<boolean> {
  const { clientId, id, signedInAt, endedAt, signedOutAt } = visit
  const opened = await tx
    .update(visits)
    .set({ endedAs: null, endedAt: null, endedBy: null, signedOutAt: null })
    .where(
      and(
        isVisit(clientId, id, signedInAt),
        eq(visits.endedAs, 'by_staff'),
        endedAt ? eq(visits.endedAt, endedAt) : isNull(visits.endedAt),
        signedOutAt ? eq(visits.signedOutAt, signedOutAt) : isNull(visits.signedOutAt),
      ),
    )
    .returning({ id: visits.id })
  if (opened.length > 0) return true
  await leaveSite(tx, visit)
  return false
}

/** Webhooks are told that the people have signed in: of a visit that they have seen end, they know it by its id. */
async function record(
  tx: Transaction,
  actor: StaffActor,
  back: readonly CheckedOut[],
  now: Date,
): Promise<void> {
  if (back.length === 0) return
  await recordCorrections(
    tx,
    back.map((visit) => ({
      visit,
      at: now,
      by: actor.userId,
      before: { signed_out_at: visit.signedOutAt?.toISOString() ?? null },
      after: { signed_out_at: null },
    })),
  )
  await recordEvents(
    tx,
    back.map(({ clientId, siteId, personKey, id }) => ({
      clientId,
      type: 'visitor.signed_in' as const,
      subject: subjectOfVisits(siteId, personKey),
      at: now,
      payload: { visit_id: id, ended_as: null },
    })),
  )
  await recordAudits(
    tx,
    back.map(({ clientId, id }) => ({
      clientId,
      actor: { kind: 'staff' as const, id: actor.userId },
      action: 'visit.check_out_undone' as const,
      target: { kind: 'visit', id },
      at: now,
    })),
  )
}
