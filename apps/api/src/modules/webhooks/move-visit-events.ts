import { and, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { lock } from '../../db/locks.ts'
import { subjectOfVisits } from '../../db/outbox.ts'
import { outbox } from '../../db/schema/outbox.ts'
import type { visits } from '../../db/schema/visits.ts'
import { webhooks } from '../../db/schema/webhooks.ts'
import type { Transaction } from '../../db/tenancy.ts'

/**
 * Gives what is not delivered of a visit the subject of the person whose visit it is now, so that its later events wait for the earlier ones. What was
 * given up moves too: it may be sent again. The caller has locked the visit.
 * @param from the key of the person whose visit it was
 */
export async function moveVisitEvents(
  tx: Transaction,
  {
    clientId,
    siteId,
    id,
    personKey,
  }: Pick<typeof visits.$inferSelect, 'clientId' | 'siteId' | 'id' | 'personKey'>,
  from: string,
): Promise<void> {
  // Events become deliveries under this lock. One that becomes some just now would keep its subject.
  await lock(tx, `webhook events ${clientId}`)
  const receivers = await tx.select({ id: webhooks.id }).from(webhooks).where(eq(webhooks.clientId, clientId))
  const [before, after] = [subjectOfVisits(siteId, from), subjectOfVisits(siteId, personKey)]
  const named = [before, ...receivers.map((webhook) => `${webhook.id}:${before}`)]
  const moved: SQL<string> = sql`replace(${outbox.subject}, ${before}, ${after})`
  await tx
    .update(outbox)
    .set({ subject: moved })
    .where(
      and(
        eq(outbox.clientId, clientId),
        inArray(outbox.subject, named),
        sql`${outbox.payload}->>'visit_id' = ${id}`,
        or(and(isNull(outbox.deliveredAt), isNull(outbox.failedAt)), isNotNull(outbox.failedAt)),
      ),
    )
}
