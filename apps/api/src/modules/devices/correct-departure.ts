import { and, desc, gt, lte } from 'drizzle-orm'
import { hasValues } from '../../db/has-values.ts'
import { recordCorrections } from '../../db/record-corrections.ts'
import { sites } from '../../db/schema/sites.ts'
import { visits } from '../../db/schema/visits.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { DAY_MS } from '../../lib/durations.ts'
import { LONGEST_VISIT_DAYS } from '../check-in/presence.ts'
import { assumedLeftAt, endVisit, isVisit } from '../check-in/presence.ts'
import { overdueBefore } from '../sites/overdue.ts'

type Visit = typeof visits.$inferSelect

interface Departure {
  at: Date
  now: Date
  /** Whether the device had stored it. */
  isLate: boolean
}

/**
 * Sets this departure on the visit that was the person's last one at `at`: one ended by a rule,
 * staff or the next sign-in, or with another departure. The log keeps both. The caller has locked
 * the presence.
 * @returns `not_on_site` where no visit is known at that time; `overdue` where an earlier departure
 * was recorded and is more credible
 */
export async function correctDeparture(
  tx: Transaction,
  person: Pick<Visit, 'clientId' | 'siteId' | 'personKey'> & { userId: string },
  departure: Departure,
): Promise<'corrected' | 'not_on_site' | 'overdue'> {
  const visit = await lockVisitAt(tx, person, departure.at)
  const doubt = visit ? await findDoubt(tx, visit, departure) : 'not_on_site'
  if (!visit || doubt) return doubt ?? 'not_on_site'
  const { at, now } = departure
  if (visit.signedOutAt?.getTime() === at.getTime()) return 'corrected'
  if (visit.supersededBy !== null)
    await tx
      .update(visits)
      .set({ supersededBy: null })
      .where(isVisit(visit.clientId, visit.id, visit.signedInAt))
  await endVisit(tx, visit, { endedAs: 'checked_out', signedOutAt: at, endedAt: now, endedBy: null })
  const assumedAt = assumedLeftAt(visit)
  const before = { signed_out_at: visit.signedOutAt?.toISOString() ?? null }
  const after = { signed_out_at: at.toISOString() }
  await recordCorrections(tx, [
    {
      visit,
      at: now,
      by: null,
      before: assumedAt === null ? before : { ...before, assumed_left_at: assumedAt },
      after: assumedAt === null ? after : { ...after, assumed_left_at: null },
    },
  ])
  return 'corrected'
}

/** The person's last visit to the site that had begun by then. */
async function lockVisitAt(
  tx: Transaction,
  { clientId, siteId, personKey, userId }: Parameters<typeof correctDeparture>[1],
  at: Date,
): Promise<Visit | undefined> {
  const [visit] = await tx
    .select()
    .from(visits)
    .where(
      and(
        hasValues(visits, { clientId, siteId, personKey, userId }),
        gt(visits.signedInAt, new Date(at.getTime() - LONGEST_VISIT_DAYS * DAY_MS)),
        lte(visits.signedInAt, at),
      ),
    )
    .orderBy(desc(visits.signedInAt), desc(visits.id))
    .limit(1)
    .for('update')
  return visit
}

/**
 * Why the person of an ended visit cannot have left at this time. After a recorded departure, only
 * a stored event counts, and only while the visit would not be overdue by its site's rule: a
 * sign-in between the two may have been refused.
 */
async function findDoubt(
  tx: Transaction,
  { clientId, siteId, endedAs, signedOutAt, signedInAt }: Visit,
  { at, isLate }: Departure,
): Promise<'not_on_site' | 'overdue' | undefined> {
  if (endedAs === null) return 'not_on_site'
  if (signedOutAt === null || signedOutAt >= at) return undefined
  if (!isLate) return 'not_on_site'
  const [rule] = await tx
    .select({
      timeZone: sites.timeZone,
      openingHours: sites.openingHours,
      overdueAfterHours: sites.overdueAfterHours,
    })
    .from(sites)
    .where(hasValues(sites, { clientId, id: siteId }))
  return rule && overdueBefore(rule, at) <= signedInAt ? undefined : 'overdue'
}
