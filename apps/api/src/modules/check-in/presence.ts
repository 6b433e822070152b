import { and, eq, isNull, sql } from 'drizzle-orm'
import { presence, visits } from '../../db/schema/visits.ts'
import type { Transaction } from '../../db/tenancy.ts'

type NewPresence = typeof presence.$inferInsert

/**
 * Puts a person on a site. Whoever was on it already is moved to the new visit, and the earlier one is closed as
 * superseded in the same transaction: nobody counts twice. Two sign-ins at once take turns on the person's row.
 */
export async function enterSite(tx: Transaction, arrival: NewPresence): Promise<void> {
  const { clientId, siteId, methodId, kind, userId, personKey, firstName, lastName, mobile } = arrival
  const { dependants, roleId, roleName, visitId, signedInAt } = arrival
  const shown = { methodId, kind, userId, firstName, lastName, mobile, dependants, roleId, roleName }
  const [entered] = await tx
    .insert(presence)
    .values({ clientId, siteId, personKey, ...shown, visitId, signedInAt })
    .onConflictDoUpdate({
      target: [presence.clientId, presence.siteId, presence.personKey],
      set: {
        ...shown,
        visitId,
        signedInAt,
        supersededVisitId: sql`${presence.visitId}`,
        supersededSignedInAt: sql`${presence.signedInAt}`,
      },
    })
    .returning({ visitId: presence.supersededVisitId, signedInAt: presence.supersededSignedInAt })
  if (!entered?.visitId || !entered.signedInAt) return
  const at = entered.signedInAt > signedInAt ? entered.signedInAt : signedInAt
  await tx
    .update(visits)
    .set({ endedAs: 'superseded', endedAt: at })
    .where(and(isVisit(clientId, entered.visitId, entered.signedInAt), isNull(visits.endedAs)))
}

/** The one row of a visit, with the time that says which month to look in. */
export function isVisit(clientId: string, visitId: string, signedInAt: Date) {
  return and(eq(visits.clientId, clientId), eq(visits.signedInAt, signedInAt), eq(visits.id, visitId))
}
