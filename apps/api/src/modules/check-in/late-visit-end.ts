import type { VisitEnding } from '@gatehouse/validation/vocabulary'
import { and, eq, gt, or, sql } from 'drizzle-orm'
import { visits } from '../../db/schema/visits.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { DAY_MS } from '../../lib/durations.ts'

/** How a visit has ended, in the columns of `visits`. */
export interface VisitEnd {
  endedAs: VisitEnding
  endedAt: Date
  signedOutAt: Date | null
  supersededBy: string | null
}

/** No visit is open for so long. */
export const LONGEST_VISIT_DAYS = 31

/**
 * How a visit that began at `at`, and arrives only now, has ended meanwhile: the person has signed in again, or has left. Null where
 * neither is known, so that the person is on site.
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
        eq(visits.clientId, clientId),
        eq(visits.personKey, personKey),
        eq(visits.siteId, siteId),
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
