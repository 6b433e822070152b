import type { OutputOf } from '@gatehouse/validation/endpoints/all'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Context, StaffActor } from '../../context.ts'
import { hasValues } from '../../db/has-values.ts'
import { musterRoll, musters } from '../../db/schema/musters.ts'
import { signInMethods } from '../../db/schema/sign-in-methods.ts'
import { sites } from '../../db/schema/sites.ts'
import { presence, visits } from '../../db/schema/visits.ts'
import { type Transaction, withReadScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { overdueBefore } from '../sites/overdue.ts'
import { isAccessibleSite } from '../sites/policy.ts'
import { isSiteOf } from '../sites/queries.ts'

interface Asked {
  siteId: string
  personId: string
}

/**
 * Explains why a person is on the board, or on the roll of the site's running muster: the sign-in,
 * and whether the person should have left.
 * @throws AppError `not_found` for a site whose board the actor may not watch, and for a person who
 * is on neither
 */
export function explainListing(
  { db, actor, now }: Context<StaffActor>,
  asked: Asked,
): Promise<OutputOf<'explainListing'>> {
  return withReadScope(db, actor.scope, async (tx) => {
    const listed = (await findOnBoard(tx, asked)) ?? (await findOnRoll(tx, asked))
    if (!listed) throw new AppError('not_found')
    const [found] = await tx
      .select({
        signedInAt: visits.signedInAt,
        isLate: visits.signedInOffline,
        afterRefusal: visits.afterRefusal,
        source: visits.source,
        arrivedAt: visits.createdAt,
        endedAs: visits.endedAs,
        methodName: signInMethods.name,
        methodPlace: signInMethods.location,
        timeZone: sites.timeZone,
        openingHours: sites.openingHours,
        overdueAfterHours: sites.overdueAfterHours,
      })
      .from(visits)
      .innerJoin(sites, isSiteOf(visits))
      .leftJoin(signInMethods, hasValues(signInMethods, { clientId: visits.clientId, id: visits.methodId }))
      .where(
        and(
          hasValues(visits, {
            clientId: listed.clientId,
            id: listed.visitId,
            signedInAt: listed.signedInAt,
          }),
          isAccessibleSite(actor, 'watch'),
        ),
      )
    if (!found) throw new AppError('not_found')
    const isOverdue = found.signedInAt < overdueBefore(found, now)
    return {
      signedInAt: found.signedInAt.toISOString(),
      source: found.source,
      method: found.methodName,
      place: found.methodPlace || null,
      arrivedAt: found.isLate ? found.arrivedAt.toISOString() : null,
      afterRefusal: found.afterRefusal,
      rule: found.endedAs === 'assumed_left' ? found.endedAs : isOverdue ? 'overdue' : 'on_site',
      overdueAfterHours: found.overdueAfterHours,
    }
  })
}

async function findOnBoard(tx: Transaction, { siteId, personId }: Asked) {
  const { clientId, visitId, signedInAt } = presence
  const [found] = await tx
    .select({ clientId, visitId, signedInAt })
    .from(presence)
    .where(
      and(eq(presence.siteId, siteId), sql`coalesce(${presence.userId}, ${presence.visitId}) = ${personId}`),
    )
  return found
}

/** A roll lists visitors by their first visit, and keeps people only assumed to have left. */
async function findOnRoll(tx: Transaction, { siteId, personId }: Asked) {
  const { clientId, visitId, signedInAt } = musterRoll
  const [found] = await tx
    .select({ clientId, visitId, signedInAt })
    .from(musters)
    .innerJoin(musterRoll, hasValues(musterRoll, { clientId: musters.clientId, musterId: musters.id }))
    .where(
      and(
        eq(musters.siteId, siteId),
        isNull(musters.endedAt),
        eq(musterRoll.personId, personId),
        isNull(musterRoll.leftAt),
      ),
    )
  return found
}
