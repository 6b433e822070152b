import { and, asc, eq, sql, inArray, isNotNull, isNull, or, type SQL } from 'drizzle-orm'
import { tryLock, lock } from '../../db/locks.ts'
import type { Database } from '../../db/client.ts'
import { hasValues } from '../../db/has-values.ts'
import { isOneOf, instant, json } from '../../db/sql-values.ts'
import { isRolledBack } from '../../db/query-errors.ts'
import { outbox } from '../../db/schema/outbox.ts'
import { webhooks } from '../../db/schema/webhooks.ts'
import type { InstallationScope } from '../../db/scopes.ts'
import { type Transaction, withScope, withReadScope } from '../../db/tenancy.ts'
import { newId } from '../../lib/ids.ts'
import { subjectOfVisits } from '../../db/outbox.ts'
import type { visits } from '../../db/schema/visits.ts'

/** How many events of a client become deliveries in one transaction. */
const BATCH_ROWS = 500

/**
 * Turns recorded events into deliveries, one per webhook that subscribes to them. Nodes work client
 * by client under a lock, so that deliveries of a client are numbered in commit order and a reader
 * with a cursor misses none before it.
 * @param onError called for each client whose events could not be read or written; they stay for
 *   the next time
 * @throws where the database is unavailable
 */
export async function recordDeliveries(
  db: Database,
  scope: InstallationScope,
  now: Date,
  onError: (error: unknown) => void,
): Promise<void> {
  const waiting = await withReadScope(db, scope, (tx) =>
    tx.selectDistinct({ clientId: outbox.clientId }).from(outbox).where(eq(outbox.queue, 'event')),
  )
  for (const { clientId } of waiting) {
    try {
      await withScope(db, scope, async (tx) => {
        if (await tryLock(tx, `webhook events ${clientId}`)) await recordBatch(tx, clientId, now)
      })
    } catch (error) {
      if (!isRolledBack(error)) throw error
      onError(error)
    }
  }
}

async function recordBatch(tx: Transaction, clientId: string, now: Date): Promise<void> {
  const events = await tx
    .select({ id: outbox.id, type: outbox.type })
    .from(outbox)
    .where(hasValues(outbox, { clientId, queue: 'event' }))
    .orderBy(asc(outbox.position))
    .limit(BATCH_ROWS)
  if (events.length === 0) return
  const receivers = await tx
    .select({ id: webhooks.id, events: webhooks.events })
    .from(webhooks)
    .where(hasValues(webhooks, { clientId, enabled: true }))
    .for('key share')
  const deliveries = events.flatMap((event) =>
    receivers
      .filter((receiver) => receiver.events.some((wanted) => wanted === event.type))
      .map(({ id: webhookId }) => ({ id: newId(now), webhook_id: webhookId, event_id: event.id })),
  )
  const at = instant(now)
  if (deliveries.length > 0)
    await tx.execute(sql`
      insert into outbox (client_id, id, type, subject, payload, created_at, queued_at, next_attempt_at, webhook_id, event_id)
      select event.client_id, delivery.id, event.type, delivery.webhook_id || ':' || event.subject, event.payload, event.created_at, ${at}, ${at},
        delivery.webhook_id, event.id
      from rows from (jsonb_to_recordset(${json(deliveries)}) as (id uuid, webhook_id uuid, event_id uuid)) with ordinality as delivery
      join outbox event on event.client_id = ${clientId} and event.id = delivery.event_id
      order by delivery.ordinality`)
  const ids = events.map(({ id }) => id)
  await tx.delete(outbox).where(and(eq(outbox.clientId, clientId), isOneOf(outbox.id, ids)))
}

/**
 * Gives the undelivered events of a visit the subject of its current person, so that later events
 * wait for earlier ones. Failed ones move too, as they may be sent again. The caller has locked the
 * visit.
 * @param from the person key of the visit before
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
  // Events become deliveries under this lock. Without it, a concurrent one would keep its subject.
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
