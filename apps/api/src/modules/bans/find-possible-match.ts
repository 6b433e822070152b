import { and, eq, gt, isNull, notExists, or, sql } from 'drizzle-orm'
import { banExceptions, banPersonKeys, bans } from '../../db/schema/bans.ts'
import { visits } from '../../db/schema/visits.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { timeOfId } from '../../lib/ids.ts'
import { isInForce } from './find-ban.ts'
import { isNearMatch } from './near-match.ts'

interface AskedVisit {
  clientId: string
  siteId: string
  visitId: string
  /** When its sign-in came. */
  at: Date
}

/** Whether a visitor resembles a person banned at the site then. A ban lifted since does not count. */
export async function isPossibleMatch(
  tx: Transaction,
  { clientId, siteId, visitId, at }: AskedVisit,
): Promise<boolean> {
  const now = sql`${at.toISOString()}::timestamptz`
  const exception = tx
    .select({ one: sql`1` })
    .from(banExceptions)
    .where(
      and(
        eq(banExceptions.clientId, bans.clientId),
        eq(banExceptions.banId, bans.id),
        eq(banExceptions.siteId, siteId),
        gt(banExceptions.untilAt, now),
      ),
    )
  const rows = await tx
    .selectDistinct({
      banned: {
        firstName: banPersonKeys.firstName,
        lastName: banPersonKeys.lastName,
        mobile: banPersonKeys.mobile,
      },
      given: { firstName: visits.firstName, lastName: visits.lastName, mobile: visits.mobile },
    })
    .from(visits)
    .innerJoin(
      banPersonKeys,
      and(eq(banPersonKeys.clientId, visits.clientId), eq(banPersonKeys.mobile, visits.mobile)),
    )
    .innerJoin(bans, and(eq(bans.clientId, banPersonKeys.clientId), eq(bans.id, banPersonKeys.banId)))
    .where(
      and(
        eq(visits.clientId, clientId),
        eq(visits.id, visitId),
        eq(visits.signedInAt, timeOfId(visitId)),
        or(isNull(bans.siteId), eq(bans.siteId, siteId)),
        isInForce({ now }),
        notExists(exception),
      ),
    )
  return rows.some(({ banned, given }) => isNearMatch(banned, given))
}
