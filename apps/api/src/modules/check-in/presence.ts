import type { VisitEnding as EndedAs } from '@gatehouse/validation/vocabulary'
import { and, gt, isNull, or, sql } from 'drizzle-orm'
import { hasValues } from '../../db/has-values.ts'
import { recordEvents, subjectOfVisits } from '../../db/outbox.ts'
import { recordCorrections } from '../../db/record-corrections.ts'
import { presence, visits } from '../../db/schema/visits.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { DAY_MS } from '../../lib/durations.ts'

/** A visit, and the person's next one at the site. */
export interface SupersededVisit {
  earlier: Pick<typeof visits.$inferSelect, 'clientId' | 'id' | 'signedInAt'>
  next: { id: string; at: Date }
}

/**
 * Closes visits as superseded by the people's next ones, in the transaction that
 * moved presence.
 */
export async function endSupersededVisits(
  tx: Transaction,
  superseded: readonly SupersededVisit[],
): Promise<void> {
  const ended = await Promise.all(
    superseded.map(async ({ earlier: { clientId, id, signedInAt }, next }) => {
      const rows = await tx
        .update(visits)
        .set({
          endedAs: 'superseded',
          endedAt: signedInAt > next.at ? signedInAt : next.at,
          supersededBy: next.id,
        })
        .where(and(isVisit(clientId, id, signedInAt), isNull(visits.endedAs)))
        .returning({ siteId: visits.siteId, personKey: visits.personKey })
      return rows.map(({ siteId, personKey }) => ({
        clientId,
        type: 'visitor.signed_out' as const,
        subject: subjectOfVisits(siteId, personKey),
        at: next.at,
        payload: { visit_id: id, ended_as: 'superseded', signed_out_at: null },
      }))
    }),
  )
  await recordEvents(tx, ended.flat())
}

/**
 * Locks the presence of a person at a site, and returns its visit. Every transaction that writes
 * both tables locks presence before visits, so there is no deadlock.
 */
export async function lockPresence(
  tx: Transaction,
  { clientId, siteId, personKey }: Pick<typeof presence.$inferSelect, 'clientId' | 'siteId' | 'personKey'>,
): Promise<{ visitId: string; signedInAt: Date; userId: string | null } | undefined> {
  const [row] = await tx
    .select({ visitId: presence.visitId, signedInAt: presence.signedInAt, userId: presence.userId })
    .from(presence)
    .where(hasValues(presence, { clientId, siteId, personKey }))
    .for('update')
  return row
}

/** Takes the person of a visit off the site, if that visit is the one that is open. */
export async function leaveSite(
  tx: Transaction,
  {
    clientId,
    siteId,
    id,
    signedInAt,
  }: Pick<typeof visits.$inferSelect, 'clientId' | 'siteId' | 'id' | 'signedInAt'>,
): Promise<void> {
  await tx.delete(presence).where(hasValues(presence, { clientId, siteId, signedInAt, visitId: id }))
}

/** How a visit ends, in the columns of `visits`. */
export type VisitEnding = Pick<
  typeof visits.$inferSelect,
  'endedAs' | 'endedAt' | 'endedBy' | 'signedOutAt'
> & { leftByOtherPhone?: boolean; assumedLeftAt?: Date }

/** The columns of a visit whose end is taken back. */
export const reopened = {
  endedAs: null,
  endedAt: null,
  endedBy: null,
  signedOutAt: null,
  leftByOtherPhone: false,
} satisfies VisitEnding

/**
 * Ends a visit, or changes the end of one, and takes the person off the site. Webhooks are told of
 * the end of an open visit, and of the departure of one that a rule has closed.
 */
export async function endVisit(
  tx: Transaction,
  visit: Pick<
    typeof visits.$inferSelect,
    'clientId' | 'siteId' | 'id' | 'signedInAt' | 'personKey' | 'endedAs'
  >,
  ending: VisitEnding & { endedAt: Date },
): Promise<void> {
  await leaveSite(tx, visit)
  await tx
    .update(visits)
    .set(ending)
    .where(isVisit(visit.clientId, visit.id, visit.signedInAt))
  if (visit.endedAs === 'checked_out' || visit.endedAs === 'by_staff') return
  await recordEvents(tx, [
    {
      clientId: visit.clientId,
      type: 'visitor.signed_out',
      subject: subjectOfVisits(visit.siteId, visit.personKey),
      at: ending.endedAt,
      payload: { visit_id: visit.id, ended_as: ending.endedAs, signed_out_at: ending.signedOutAt },
    },
  ])
}

/** The person is on the site again. @returns false where they are there by a later visit */
export async function enterAgain(tx: Transaction, visit: typeof visits.$inferSelect): Promise<boolean> {
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

/**
 * Notes that departures were taken back. Webhooks are told that the people have signed in: of a visit
 * that they have seen end, they know it by its id.
 * @param by the account; null where the visitor did
 */
export async function recordReturns(
  tx: Transaction,
  back: readonly (typeof visits.$inferSelect)[],
  by: string | null,
  now: Date,
): Promise<void> {
  if (back.length === 0) return
  await recordCorrections(
    tx,
    back.map((visit) => ({
      visit,
      at: now,
      by,
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
}

/** How a visit has ended, in the columns of `visits`. */
export interface VisitEnd {
  endedAs: EndedAs
  endedAt: Date
  signedOutAt: Date | null
  supersededBy: string | null
}

/** No visit is open for so long. */
export const LONGEST_VISIT_DAYS = 31

/**
 * How a visit that arrives only now has ended: the person has signed in again, or has left. Null
 * where the person is on site.
 */
export async function findVisitEnd(
  tx: Transaction,
  { clientId, siteId, personKey }: { clientId: string; siteId: string; personKey: string },
  at: Date,
): Promise<VisitEnd | null> {
  const isLater = gt(visits.signedInAt, at)
  const [found] = await tx
    .select()
    .from(visits)
    .where(
      and(
        hasValues(visits, { clientId, personKey, siteId }),
        gt(visits.signedInAt, new Date(at.getTime() - LONGEST_VISIT_DAYS * DAY_MS)),
        or(isLater, gt(visits.signedOutAt, at)),
      ),
    )
    .orderBy(sql`${isLater} desc`, visits.signedInAt)
    .limit(1)
  if (!found) return null
  if (found.signedInAt > at)
    return { endedAs: 'superseded', endedAt: found.signedInAt, signedOutAt: null, supersededBy: found.id }
  const { endedAs, endedAt, signedOutAt } = found
  return endedAs && endedAt && { endedAs, endedAt, signedOutAt, supersededBy: null }
}

/** When a rule closed a visit, as corrections name it; null for any other. */
export function assumedLeftAt({
  endedAs,
  endedAt,
}: Pick<typeof visits.$inferSelect, 'endedAs' | 'endedAt'>): string | null {
  return endedAs === 'assumed_left' && endedAt ? endedAt.toISOString() : null
}

/** The one row of a visit. */
export function isVisit(clientId: string, visitId: string, signedInAt: Date) {
  return hasValues(visits, { clientId, signedInAt, id: visitId })
}
