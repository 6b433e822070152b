import type { VisitEnding as EndedAs } from '@gatehouse/validation/vocabulary'
import { and, gt, isNull, or, type SQL, sql } from 'drizzle-orm'
import { hasValues } from '../../db/has-values.ts'
import { isOneOf } from '../../db/is-one-of.ts'
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

/** An open visit whose person is locked, and when they left, if that is known. */
export interface EndedVisit extends Pick<
  typeof visits.$inferSelect,
  'clientId' | 'siteId' | 'id' | 'signedInAt' | 'personKey' | 'signedOutAt'
> {
  endedAt: Date
}

/** Ends open visits by the same few statements, however many they are, and takes their people off their sites. Webhooks are told. */
export async function endVisits(
  tx: Transaction,
  ended: readonly EndedVisit[],
  { endedAs, endedBy }: { endedAs: 'by_staff' | 'assumed_left'; endedBy: string | null },
): Promise<void> {
  if (ended.length === 0) return
  // One parameter, because a statement takes 65,534 at most.
  const rows = sql`jsonb_to_recordset(${JSON.stringify(
    ended.map((visit) => ({
      client_id: visit.clientId,
      site_id: visit.siteId,
      person_key: visit.personKey,
      id: visit.id,
      signed_in_at: visit.signedInAt,
      signed_out_at: visit.signedOutAt,
      ended_at: visit.endedAt,
    })),
  )}::jsonb) as ended (client_id uuid, site_id uuid, person_key text, id uuid, signed_in_at timestamptz, signed_out_at timestamptz,
    ended_at timestamptz)`
  await tx.execute(sql`
    delete from presence using ${rows}
    where presence.client_id = ended.client_id and presence.site_id = ended.site_id and presence.person_key = ended.person_key
      and presence.visit_id = ended.id`)
  await tx.execute(sql`
    update visits set ended_as = ${endedAs}, ended_by = ${endedBy}::uuid, ended_at = ended.ended_at, signed_out_at = ended.signed_out_at,
      assumed_left_at = case ${endedAs} when 'assumed_left' then ended.ended_at else visits.assumed_left_at end
    from ${rows}
    where visits.client_id = ended.client_id and visits.id = ended.id and visits.signed_in_at = ended.signed_in_at
      and ${isOneOfVisits(ended)}`)
  await recordEvents(
    tx,
    ended.map(({ clientId, siteId, personKey, id, signedOutAt, endedAt }) => ({
      clientId,
      type: 'visitor.signed_out' as const,
      subject: subjectOfVisits(siteId, personKey),
      at: endedAt,
      payload: { visit_id: id, ended_as: endedAs, signed_out_at: signedOutAt },
    })),
  )
}

/**
 * The people of visits are on their sites again. They are locked in the order in which check-ins lock them.
 * @returns the ids of the visits, without those whose person is there by another one
 */
export async function enterAgain(
  tx: Transaction,
  of: readonly Pick<typeof visits.$inferSelect, 'id' | 'signedInAt'>[],
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

/** The rows of visits by their ids and the times of their sign-ins. */
export function isOneOfVisits(
  of: readonly Pick<typeof visits.$inferSelect, 'id' | 'signedInAt'>[],
): SQL | undefined {
  return and(
    isOneOf(
      visits.id,
      of.map(({ id }) => id),
    ),
    sql`${visits.signedInAt} = any(${`{${of.map(({ signedInAt }) => signedInAt.toISOString()).join(',')}}`}::timestamptz[])`,
  )
}

/** The one row of a visit. */
export function isVisit(clientId: string, visitId: string, signedInAt: Date) {
  return hasValues(visits, { clientId, signedInAt, id: visitId })
}
