import { and, eq, isNull } from 'drizzle-orm'
import { presence, visits } from '../../db/schema/visits.ts'
import type { Transaction } from '../../db/tenancy.ts'

/**
 * Closes a visit as superseded by the person's next one at the site, in the transaction that moved the presence to it, so nobody is
 * counted twice.
 */
export async function endSupersededVisit(
  tx: Transaction,
  { clientId, id, signedInAt }: Pick<typeof visits.$inferSelect, 'clientId' | 'id' | 'signedInAt'>,
  next: { id: string; at: Date },
): Promise<void> {
  await tx
    .update(visits)
    .set({
      endedAs: 'superseded',
      endedAt: signedInAt > next.at ? signedInAt : next.at,
      supersededBy: next.id,
    })
    .where(and(isVisit(clientId, id, signedInAt), isNull(visits.endedAs)))
}

/**
 * Locks the presence of a person at a site until the transaction ends, and returns its visit. Every transaction that writes both tables
 * locks presence before visits, so there is no deadlock.
 */
export async function lockPresence(
  tx: Transaction,
  { clientId, siteId, personKey }: Pick<typeof presence.$inferSelect, 'clientId' | 'siteId' | 'personKey'>,
): Promise<{ visitId: string; signedInAt: Date } | undefined> {
  const [row] = await tx
    .select({ visitId: presence.visitId, signedInAt: presence.signedInAt })
    .from(presence)
    .where(
      and(eq(presence.clientId, clientId), eq(presence.siteId, siteId), eq(presence.personKey, personKey)),
    )
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
  await tx
    .delete(presence)
    .where(
      and(
        eq(presence.clientId, clientId),
        eq(presence.siteId, siteId),
        eq(presence.signedInAt, signedInAt),
        eq(presence.visitId, id),
      ),
    )
}

/** The one row of a visit. The time of its sign-in names the partition. */
export function isVisit(clientId: string, visitId: string, signedInAt: Date) {
  return and(eq(visits.clientId, clientId), eq(visits.signedInAt, signedInAt), eq(visits.id, visitId))
}
