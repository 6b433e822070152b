import type { VisitEnding } from '@gatehouse/validation/vocabulary'
import { and, gt, or, type SQL, sql } from 'drizzle-orm'
import { hasValues } from '../../db/has-values.ts'
import { isOneOf, json } from '../../db/sql-values.ts'
import { recordEvents, subjectOfVisits } from '../../db/outbox.ts'
import { recordCorrections } from '../../db/record-corrections.ts'
import { presence, visits } from '../../db/schema/visits.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { DAY_MS } from '../../lib/durations.ts'

type Visit = typeof visits.$inferSelect

/** The key of a visit's row. */
export type VisitKey = Pick<Visit, 'clientId' | 'id' | 'signedInAt'>

/**
 * Locks the presence of a person at a site and returns its visit. Lock order: every transaction
 * that writes both tables locks presence before visits.
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

/** Deletes the presence of a visit's person, if that visit is the open one. */
export async function leaveSite(
  tx: Transaction,
  { clientId, siteId, id, signedInAt }: VisitKey & Pick<Visit, 'siteId'>,
): Promise<void> {
  await tx.delete(presence).where(hasValues(presence, { clientId, siteId, signedInAt, visitId: id }))
}

/** The columns of a visit whose end was undone. */
export const reopened = {
  endedAs: null,
  endedAt: null,
  endedBy: null,
  signedOutAt: null,
  leftByOtherPhone: false,
} satisfies Partial<Visit>

/** A visit to end, or with a new end, and its new values. The person's presence is locked. */
export interface EndedVisit {
  visit: VisitKey & Pick<Visit, 'siteId' | 'personKey' | 'endedAs'>
  ending: Pick<Visit, 'endedAs' | 'signedOutAt'> & { endedAt: Date } & Partial<
      Pick<Visit, 'endedBy' | 'supersededBy' | 'leftByOtherPhone'>
    >
}

/**
 * Ends any number of visits with one statement, and takes their people off their sites. Webhooks
 * get an event for the end of an open visit, and for the departure of a visit that a rule had
 * closed.
 */
export async function endVisits(tx: Transaction, ended: readonly EndedVisit[]): Promise<void> {
  if (ended.length === 0) return
  const rows = ended.map(({ visit, ending }) => ({
    client_id: visit.clientId,
    site_id: visit.siteId,
    person_key: visit.personKey,
    id: visit.id,
    signed_in_at: visit.signedInAt,
    ended_as: ending.endedAs,
    ended_at: ending.endedAt,
    signed_out_at: ending.signedOutAt,
    ended_by: ending.endedBy,
    superseded_by: ending.supersededBy,
    left_by_other_phone: ending.leftByOtherPhone,
  }))
  await tx.execute(sql`
    with ended as materialized (
      select * from jsonb_to_recordset(${json(rows)}) as ended (client_id uuid, site_id uuid, person_key text, id uuid,
        signed_in_at timestamptz, ended_as text, ended_at timestamptz, signed_out_at timestamptz, ended_by uuid,
        superseded_by uuid, left_by_other_phone boolean)),
    gone as (
      delete from presence using ended
      where presence.client_id = ended.client_id and presence.site_id = ended.site_id
        and presence.person_key = ended.person_key and presence.visit_id = ended.id)
    update visits set ended_as = ended.ended_as, ended_at = ended.ended_at, signed_out_at = ended.signed_out_at,
      ended_by = ended.ended_by, superseded_by = coalesce(ended.superseded_by, visits.superseded_by),
      left_by_other_phone = coalesce(ended.left_by_other_phone, visits.left_by_other_phone),
      assumed_left_at = case ended.ended_as when 'assumed_left' then ended.ended_at else visits.assumed_left_at end
    from ended
    where visits.client_id = ended.client_id and visits.id = ended.id and visits.signed_in_at = ended.signed_in_at
      and ${isOneOfVisits(ended.map(({ visit }) => visit))}`)
  const told = ended.filter(({ visit: { endedAs } }) => endedAs !== 'checked_out' && endedAs !== 'by_staff')
  await recordEvents(
    tx,
    told.map(({ visit: { clientId, siteId, personKey, id }, ending }) => ({
      clientId,
      type: 'visitor.signed_out' as const,
      subject: subjectOfVisits(siteId, personKey),
      at: ending.endedAt,
      payload: { visit_id: id, ended_as: ending.endedAs, signed_out_at: ending.signedOutAt },
    })),
  )
}

export const endVisit = (
  tx: Transaction,
  visit: EndedVisit['visit'],
  ending: EndedVisit['ending'],
): Promise<void> => endVisits(tx, [{ visit, ending }])

/**
 * Puts the people of visits on site again, locking in the same order as check-ins.
 * @returns the ids of the visits, without those whose person is there by another one
 */
export async function enterAgain(
  tx: Transaction,
  of: readonly Pick<Visit, 'id' | 'signedInAt'>[],
): Promise<Set<string>> {
  if (of.length === 0) return new Set()
  const entered = await tx.execute<{ visit_id: string }>(sql`
    insert into presence (client_id, site_id, method_id, kind, user_id, person_key, first_name, last_name, mobile, dependents, role_id,
      role_name, visit_id, signed_in_at, signed_in_offline)
    select client_id, site_id, method_id, kind, user_id, person_key, first_name, last_name, mobile, dependents, role_id, role_name, id,
      signed_in_at, signed_in_offline
    from visits where ${isOneOfVisits(of)} order by site_id, person_key
    on conflict do nothing returning visit_id`)
  return new Set(entered.map((row) => row.visit_id))
}

/**
 * Records that departures were undone. Webhooks get `visitor.signed_in` with the id of the visit,
 * by which they recognise a visit that they have seen end.
 * @param by the account; null where the visitor did it
 */
export async function recordReturns(
  tx: Transaction,
  back: readonly Visit[],
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

/** How a visit ended, in the columns of `visits`. */
export interface VisitEnd {
  endedAs: VisitEnding
  endedAt: Date
  signedOutAt: Date | null
  supersededBy: string | null
}

/** Upper bound for the length of an open visit. */
export const LONGEST_VISIT_DAYS = 31

/**
 * How a visit that arrives late has ended already: superseded by a later sign-in, or by a
 * departure. Null where the person is on site.
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

/** When a rule closed a visit, for corrections; null for any other visit. */
export function assumedLeftAt({ endedAs, endedAt }: Pick<Visit, 'endedAs' | 'endedAt'>): string | null {
  return endedAs === 'assumed_left' && endedAt ? endedAt.toISOString() : null
}

/** Matches visits by id and time of sign-in. */
export function isOneOfVisits(of: readonly Pick<Visit, 'id' | 'signedInAt'>[]): SQL | undefined {
  return and(
    isOneOf(
      visits.id,
      of.map(({ id }) => id),
    ),
    sql`${visits.signedInAt} = any(${`{${of.map(({ signedInAt }) => signedInAt.toISOString()).join(',')}}`}::timestamptz[])`,
  )
}

/** Matches one visit. */
export function isVisit(clientId: string, visitId: string, signedInAt: Date) {
  return hasValues(visits, { clientId, signedInAt, id: visitId })
}
