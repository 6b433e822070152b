import type { InputOf, OutputOf } from '@gatehouse/validation/endpoints/all'
import {
  type DeliveryOutcome,
  deliveryOutcomes,
  type DeliveryState,
  WebhookDelivery,
  type WebhookDeliveryDetails,
} from '@gatehouse/validation/endpoints/webhooks'
import { testEvent } from '@gatehouse/validation/webhooks'
import { and, asc, desc, eq, gt, isNotNull, isNull, lt, ne, type SQL } from 'drizzle-orm'
import type { Context, ReadingActor, StaffActor } from '../../context.ts'
import { auditOf, recordAudit } from '../../db/audit.ts'
import { outbox } from '../../db/schema/outbox.ts'
import { hasValues } from '../../db/has-values.ts'
import { cutPage, withListScope } from '../../db/select-page.ts'
import { type Transaction, withScope, withReadScope } from '../../db/tenancy.ts'
import { toFields } from '../../db/to-columns.ts'
import { AppError } from '../../lib/app-error.ts'
import { newId } from '../../lib/ids.ts'
import { composeBody } from './compose-body.ts'
import { getWebhookOrThrow, type WebhookRow } from './webhook-list.ts'

type DeliveryRow = typeof outbox.$inferSelect

const isOf = ({ clientId, id }: WebhookRow) => hasValues(outbox, { clientId, webhookId: id })

const isIn: Record<DeliveryState, SQL | undefined> = {
  waiting: and(isNull(outbox.deliveredAt), isNull(outbox.failedAt)),
  delivered: isNotNull(outbox.deliveredAt),
  failed: isNotNull(outbox.failedAt),
}

/** A page of the deliveries of a webhook, latest first. */
export function listDeliveries(
  { db, actor }: Context<StaffActor>,
  webhookId: string,
  { cursor, per_page: perPage, state }: InputOf<'listWebhookDeliveries'>['query'],
): Promise<OutputOf<'listWebhookDeliveries'>> {
  return withListScope(db, actor.scope, async (tx) => {
    const rows = await tx
      .select()
      .from(outbox)
      .where(
        and(
          isOf(await getWebhookOrThrow(tx, webhookId)),
          cursor === undefined ? undefined : lt(outbox.position, Number(cursor)),
          state && isIn[state],
        ),
      )
      .orderBy(desc(outbox.position))
      .limit(perPage + 1)
    const { shown, next } = cutPage(rows, perPage, ({ position }) => String(position))
    return { items: shown.map(toDeliveryResponse), next }
  })
}

export function getDelivery(
  { db, actor }: Context<StaffActor>,
  { id, deliveryId }: { id: string; deliveryId: string },
): Promise<WebhookDeliveryDetails> {
  return withReadScope(db, actor.scope, async (tx) => {
    const row = await getDeliveryOrThrow(tx, await getWebhookOrThrow(tx, id), deliveryId)
    const body = (await composeBody(tx, row)) ?? null
    return { ...toDeliveryResponse(row), body, response: row.response }
  })
}

/** The events of a webhook after a cursor, oldest first, delivered or not. */
export function listEvents(
  { db, actor }: Context<ReadingActor>,
  webhookId: string,
  { after, per_page: perPage }: InputOf<'listWebhookEvents'>['query'],
): Promise<OutputOf<'listWebhookEvents'>> {
  return withListScope(db, actor.scope, async (tx) => {
    const rows = await tx
      .select()
      .from(outbox)
      .where(
        and(
          isOf(await getWebhookOrThrow(tx, webhookId)),
          ne(outbox.type, testEvent),
          after === undefined ? undefined : gt(outbox.position, Number(after)),
        ),
      )
      .orderBy(asc(outbox.position))
      .limit(perPage + 1)
    const shown = rows.slice(0, perPage)
    const items: OutputOf<'listWebhookEvents'>['items'] = []
    for (const row of shown)
      items.push({ id: row.eventId ?? row.id, body: (await composeBody(tx, row)) ?? null })
    const last = shown.at(-1)
    return { items, next: last ? String(last.position) : (after ?? null), has_more: rows.length > perPage }
  })
}

/** Records an event `webhook.test`, which is sent within a second or two. */
export async function testWebhook(
  { db, actor, now, limits: rateLimits }: Context<StaffActor>,
  id: string,
): Promise<WebhookDelivery> {
  const { clientId } = await withReadScope(db, actor.scope, (tx) => getWebhookOrThrow(tx, id))
  await rateLimits.take('webhookTests', clientId)
  return withScope(db, actor.scope, async (tx) => {
    const webhook = await getWebhookOrThrow(tx, id, 'to change it')
    if (!webhook.enabled) throw new AppError('webhook_disabled')
    const eventId = newId(now)
    const [row] = await tx
      .insert(outbox)
      .values({
        clientId,
        id: eventId,
        type: testEvent,
        subject: `${id}:test:${eventId}`,
        createdAt: now,
        queuedAt: now,
        nextAttemptAt: now,
        webhookId: id,
        eventId,
      })
      .returning()
    if (!row) throw new Error('An insert returns its row')
    await recordAudit(tx, auditOf({ actor, now }, 'webhook.tested', 'webhook', webhook))
    return toDeliveryResponse(row)
  })
}

/** Makes a delivery due now, whatever its state. */
export function resendDelivery(
  { db, actor, now }: Context<StaffActor>,
  { id, deliveryId }: { id: string; deliveryId: string },
): Promise<WebhookDelivery> {
  return withScope(db, actor.scope, async (tx) => {
    const webhook = await getWebhookOrThrow(tx, id, 'to change it')
    if (!webhook.enabled) throw new AppError('webhook_disabled')
    const { clientId, deliveredAt, failedAt } = await getDeliveryOrThrow(tx, webhook, deliveryId)
    const isOver = deliveredAt !== null || failedAt !== null
    await tx
      .update(outbox)
      .set(isOver ? dueAgain(now) : { nextAttemptAt: now })
      .where(hasValues(outbox, { clientId, id: deliveryId }))
    const target = { kind: 'delivery', id: deliveryId }
    await recordAudit(tx, { ...auditOf({ actor, now }, 'delivery.sent_again', 'webhook', webhook), target })
    return toDeliveryResponse(await getDeliveryOrThrow(tx, webhook, deliveryId))
  })
}

/** The columns of a finished outbox row that starts over. */
export const dueAgain = (now: Date) => ({
  deliveredAt: null,
  failedAt: null,
  failure: null,
  attempts: 0,
  queuedAt: now,
  nextAttemptAt: now,
})

async function getDeliveryOrThrow(tx: Transaction, webhook: WebhookRow, id: string): Promise<DeliveryRow> {
  const [row] = await tx
    .select()
    .from(outbox)
    .where(and(isOf(webhook), eq(outbox.id, id)))
  if (!row) throw new AppError('not_found')
  return row
}

function toDeliveryResponse(row: DeliveryRow): WebhookDelivery {
  const state: DeliveryState = row.deliveredAt ? 'delivered' : row.failedAt ? 'failed' : 'waiting'
  return toFields(WebhookDelivery, {
    ...row,
    eventId: row.eventId ?? row.id,
    state,
    nextAttemptAt: state === 'waiting' ? row.nextAttemptAt : null,
    outcome: outcomeOf(row.outcome),
  })
}

function outcomeOf(text: string | null): DeliveryOutcome | null {
  return deliveryOutcomes.find((outcome) => outcome === text) ?? null
}
