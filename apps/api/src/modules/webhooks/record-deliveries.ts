import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { outbox } from '../../db/schema/outbox.ts'
import { webhooks } from '../../db/schema/webhooks.ts'
import type { InstallationScope } from '../../db/scopes.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { newId } from '../../lib/ids.ts'

/** So many events of a client become deliveries in one transaction. */
const BATCH_ROWS = 500
/** The first half of the advisory locks under which the events of a client become deliveries. */
const LOCK_SPACE = 4_736_284

/**
 * Turns the recorded events into deliveries, one for each webhook that wants them. Nodes do this client by client under a lock, so the
 * deliveries of a client are numbered in the order of their commits: a reader who has come to a place misses nothing before it.
 */
export async function recordDeliveries(db: Database, scope: InstallationScope, now: Date): Promise<void> {
  const waiting = await withScope(
    db,
    scope,
    (tx) => tx.selectDistinct({ clientId: outbox.clientId }).from(outbox).where(eq(outbox.queue, 'event')),
    { readOnly: true },
  )
  for (const { clientId } of waiting)
    await withScope(db, scope, async (tx) => {
      if (await lockEvents(tx, clientId)) await recordBatch(tx, clientId, now)
    })
}

async function lockEvents(tx: Transaction, clientId: string): Promise<boolean> {
  const [row] = await tx.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(${LOCK_SPACE}, hashtext(${clientId})) as locked`,
  )
  return row?.locked ?? false
}

async function recordBatch(tx: Transaction, clientId: string, now: Date): Promise<void> {
  const events = await tx
    .select()
    .from(outbox)
    .where(and(eq(outbox.clientId, clientId), eq(outbox.queue, 'event')))
    .orderBy(asc(outbox.position))
    .limit(BATCH_ROWS)
  if (events.length === 0) return
  const receivers = await tx
    .select({ id: webhooks.id, events: webhooks.events })
    .from(webhooks)
    .where(and(eq(webhooks.clientId, clientId), eq(webhooks.enabled, true)))
    .for('key share')
  const deliveries = events.flatMap((event) =>
    receivers
      .filter((receiver) => receiver.events.some((wanted) => wanted === event.type))
      .map(({ id: webhookId }) => ({
        clientId,
        id: newId(now),
        type: event.type,
        subject: `${webhookId}:${event.subject}`,
        payload: event.payload,
        createdAt: event.createdAt,
        queuedAt: now,
        nextAttemptAt: now,
        webhookId,
        eventId: event.id,
      })),
  )
  if (deliveries.length > 0) await tx.insert(outbox).values(deliveries)
  const ids = events.map(({ id }) => id)
  await tx.delete(outbox).where(and(eq(outbox.clientId, clientId), inArray(outbox.id, ids)))
}
