import type { EndpointOutput } from '@gatehouse/validation/endpoint'
import type { explainListingEndpoint } from '@gatehouse/validation/endpoints/listing-reason'
import { and, eq, sql } from 'drizzle-orm'
import type { Context, StaffActor } from '../../context.ts'
import { signInMethods } from '../../db/schema/sign-in-methods.ts'
import { sites } from '../../db/schema/sites.ts'
import { presence, visits } from '../../db/schema/visits.ts'
import { withScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { overdueBefore } from '../sites/overdue.ts'
import { isAccessibleSite } from '../sites/policy.ts'
import { isSiteOf } from '../sites/queries.ts'

/**
 * Why somebody is on the board: the sign-in that is open, and whether the person should have left by now.
 * @throws AppError `not_found` for a site whose board the person may not watch, and for somebody who is not on it
 */
export function explainListing(
  { db, actor, now }: Context<StaffActor>,
  { siteId, personId }: { siteId: string; personId: string },
): Promise<EndpointOutput<typeof explainListingEndpoint>> {
  return withScope(
    db,
    actor.scope,
    async (tx) => {
      const [found] = await tx
        .select({
          signedInAt: presence.signedInAt,
          isLate: presence.signedInOffline,
          source: visits.source,
          arrivedAt: visits.createdAt,
          methodName: signInMethods.name,
          methodPlace: signInMethods.location,
          timeZone: sites.timeZone,
          openingHours: sites.openingHours,
          overdueAfterHours: sites.overdueAfterHours,
        })
        .from(presence)
        .innerJoin(sites, isSiteOf(presence))
        .innerJoin(
          visits,
          and(
            eq(visits.clientId, presence.clientId),
            eq(visits.id, presence.visitId),
            eq(visits.signedInAt, presence.signedInAt),
          ),
        )
        .leftJoin(
          signInMethods,
          and(eq(signInMethods.clientId, visits.clientId), eq(signInMethods.id, visits.methodId)),
        )
        .where(
          and(
            eq(presence.siteId, siteId),
            sql`coalesce(${presence.userId}, ${presence.visitId}) = ${personId}`,
            isAccessibleSite(actor, 'watch'),
          ),
        )
      if (!found) throw new AppError('not_found')
      const { signedInAt, isLate, source, arrivedAt, methodName, methodPlace, ...rule } = found
      return {
        signedInAt: signedInAt.toISOString(),
        source,
        method: methodName,
        place: methodPlace || null,
        arrivedAt: isLate ? arrivedAt.toISOString() : null,
        rule: signedInAt < overdueBefore(rule, now) ? 'overdue' : 'on_site',
        overdueAfterHours: rule.overdueAfterHours,
      }
    },
    { readOnly: true },
  )
}
