import type { NewWebhook, WebhookChanges } from '@gatehouse/validation/endpoints/webhooks'
import { limits } from '@gatehouse/validation/limits'
import { eq, sql } from 'drizzle-orm'
import { type Context, getWorkingScope, type StaffActor } from '../../context.ts'
import { auditOf, recordAudit } from '../../db/audit.ts'
import { editRow } from '../../db/edit-row.ts'
import { hasValues } from '../../db/has-values.ts'
import { clients } from '../../db/schema/clients.ts'
import { outbox } from '../../db/schema/outbox.ts'
import { webhooks } from '../../db/schema/webhooks.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { HOUR_MS } from '../../lib/durations.ts'
import { newId } from '../../lib/ids.ts'
import { assertUrlAllowed, type Destinations } from '../../lib/outbound/destinations.ts'
import { getWebhookOrThrow, toWebhookResponse, type WebhookRow } from './webhook-list.ts'
import type { Cipher } from '../../lib/encryption.ts'
import { randomBytes } from 'node:crypto'

export interface WebhookDeps {
  /** Encrypts the secrets. */
  cipher: Cipher
  /** Decides which addresses may be called. */
  destinations: Destinations
}

const newSecret = (): Buffer => randomBytes(32)

/** The secret for the receiver, in the format of Standard Webhooks. */
const writeSecret = (secret: Uint8Array): string => `whsec_${Buffer.from(secret).toString('base64')}`

export interface WithSecret {
  webhook: WebhookRow
  secret: string
}

/** How many deliveries of a deleted webhook one statement detaches, so that none runs long. */
const DELETED_ROWS = 5000

const isSame = ({ clientId, id }: WebhookRow) => hasValues(webhooks, { clientId, id })

export function createWebhook(
  { db, actor, now }: Context<StaffActor>,
  { cipher, destinations }: WebhookDeps,
  input: NewWebhook,
): Promise<WithSecret> {
  const scope = getWorkingScope(actor)
  const { clientId } = scope
  assertUrlAllowed(destinations, input.url)
  return withScope(db, scope, async (tx) => {
    // Without the lock two concurrent calls could both pass the limit.
    await tx.select({ id: clients.id }).from(clients).where(eq(clients.id, clientId)).for('no key update')
    if ((await tx.$count(webhooks, eq(webhooks.clientId, clientId))) >= limits.webhooks.perClient)
      throw new AppError('too_many_parts')
    const id = newId(now)
    const secret = newSecret()
    const encryptedSecret = cipher.encrypt(secret, clientId, id)
    const [webhook] = await tx
      .insert(webhooks)
      .values({ clientId, id, ...input, encryptedSecret, createdAt: now, lastModified: now })
      .returning()
    if (!webhook) throw new Error('An insert returns its row')
    const { url, events, enabled } = webhook
    const details = { after: { url, events, enabled } }
    await recordAudit(tx, { ...auditOf({ actor, now }, 'webhook.created', 'webhook', webhook), details })
    return { webhook, secret: writeSecret(secret) }
  })
}

/** Changes a webhook. Enabling it resets its failing state. */
export function updateWebhook(
  { db, actor, now }: Context<StaffActor>,
  { destinations }: WebhookDeps,
  id: string,
  changes: WebhookChanges,
  ifMatch?: string,
): Promise<WebhookRow> {
  return withScope(db, actor.scope, async (tx) => {
    const row = await getWebhookOrThrow(tx, id, 'to change it')
    if (Object.keys(changes).length === 0) return row
    const isEnabled = changes.enabled === true && !row.enabled
    const hasNewUrl = changes.url !== undefined && changes.url !== row.url
    return editRow(tx, {
      row,
      show: toWebhookResponse,
      ifMatch,
      write: async (lastModified) => {
        // An address that the settings no longer allow can still be disabled.
        if (isEnabled || hasNewUrl) assertUrlAllowed(destinations, changes.url ?? row.url)
        await tx
          .update(webhooks)
          .set({
            ...changes,
            ...((isEnabled || hasNewUrl) && { failingSince: null }),
            ...(isEnabled && { givenUpAt: null }),
            lastModified,
          })
          .where(isSame(row))
        return getWebhookOrThrow(tx, id)
      },
      audit: auditOf({ actor, now }, 'webhook.updated', 'webhook', row),
    })
  })
}

/** Deletes a webhook and its deliveries, including those that are due. */
export function deleteWebhook({ db, actor, now }: Context<StaffActor>, id: string): Promise<void> {
  return withScope(db, actor.scope, async (tx) => {
    const row = await getWebhookOrThrow(tx, id, 'to change it')
    await deleteDeliveries(tx, row)
    await tx.delete(webhooks).where(isSame(row))
    const { url, events, enabled } = row
    const details = { before: { url, events, enabled } }
    await recordAudit(tx, { ...auditOf({ actor, now }, 'webhook.deleted', 'webhook', row), details })
  })
}

async function deleteDeliveries(tx: Transaction, { clientId, id }: WebhookRow): Promise<void> {
  for (;;) {
    const { count: deleted } = await tx.execute(sql`
      delete from ${outbox} where client_id = ${clientId} and id in (
        select id from outbox where client_id = ${clientId} and webhook_id = ${id} limit ${DELETED_ROWS})`)
    if (deleted < DELETED_ROWS) return
  }
}

/**
 * Creates a new secret. The previous one also signs for a day, so that the receiver can switch at
 * any time. An older one ends now.
 */
export function rotateSecret(
  { db, actor, now }: Context<StaffActor>,
  { cipher }: WebhookDeps,
  id: string,
): Promise<WithSecret> {
  return withScope(db, actor.scope, async (tx) => {
    const row = await getWebhookOrThrow(tx, id, 'to change it')
    const secret = newSecret()
    await tx
      .update(webhooks)
      .set({
        encryptedSecret: cipher.encrypt(secret, row.clientId, id),
        encryptedPreviousSecret: row.encryptedSecret,
        previousSecretUntil: new Date(now.getTime() + limits.webhooks.rotationHours * HOUR_MS),
        lastModified: new Date(Math.max(now.getTime(), row.lastModified.getTime() + 1)),
      })
      .where(isSame(row))
    await recordAudit(tx, auditOf({ actor, now }, 'webhook.secret_rotated', 'webhook', row))
    return { webhook: await getWebhookOrThrow(tx, id), secret: writeSecret(secret) }
  })
}
