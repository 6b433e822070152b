import type { OutputOf } from '@gatehouse/validation/endpoints/all'
import { musterLimits } from '@gatehouse/validation/muster-limits'
import { and, desc, eq, gt, sql } from 'drizzle-orm'
import type { Context, StaffActor } from '../../context.ts'
import { visits } from '../../db/schema/visits.ts'
import { withReadScope } from '../../db/tenancy.ts'
import { MINUTE_MS } from '../../lib/durations.ts'
import { getSiteOrThrow } from '../sites/queries.ts'

/** High enough that a few fake ones hide no real one. */
const MAX_SHOWN = 1000

/**
 * People who recently left a site after signing in on several phones, latest first, each with the
 * latest departure. People who are back are left out.
 * @throws AppError `not_found` for a site whose board the actor may not watch
 */
export function listDoubtedDepartures(
  { db, actor, now }: Context<StaffActor>,
  siteId: string,
): Promise<OutputOf<'listDoubtedDepartures'>> {
  return withReadScope(db, actor.scope, async (tx) => {
    const { clientId } = await getSiteOrThrow(tx, actor, 'watch', siteId)
    const since = new Date(now.getTime() - musterLimits.leftMinutes * MINUTE_MS)
    const left = await tx
      .select({
        id: visits.id,
        firstName: visits.firstName,
        lastName: visits.lastName,
        leftAt: sql`${visits.signedOutAt}`.mapWith(visits.signedOutAt),
      })
      .from(visits)
      .where(
        and(
          eq(visits.clientId, clientId),
          eq(visits.siteId, siteId),
          // When it was reported: the reported time itself may be any of the stay.
          gt(visits.endedAt, since),
          visits.leftByOtherPhone,
          sql`not exists (select from visits later where later.client_id = ${clientId}
              and later.person_key = ${visits.personKey} and later.site_id = ${siteId}
              and later.left_by_other_phone and later.ended_at > ${visits.endedAt})`,
          sql`not exists (select from presence p where p.client_id = ${clientId}
              and p.site_id = ${siteId} and p.person_key = ${visits.personKey})`,
        ),
      )
      .orderBy(desc(visits.endedAt))
      .limit(MAX_SHOWN)
    return left.map(({ id, firstName, lastName, leftAt }) => ({
      id,
      firstName,
      lastName,
      leftAt: leftAt.toISOString(),
    }))
  })
}
