import type { InputOf, OutputOf } from '@gatehouse/validation/endpoints/all'
import { Webhook } from '@gatehouse/validation/endpoints/webhooks'
import { count, eq } from 'drizzle-orm'
import type { Context, StaffActor } from '../../context.ts'
import { clients } from '../../db/schema/clients.ts'
import { webhooks } from '../../db/schema/webhooks.ts'
import { type ListConditions, selectPage, withListScope } from '../../db/select-page.ts'
import { type Transaction, withReadScope } from '../../db/tenancy.ts'
import { toFields } from '../../db/to-columns.ts'
import { AppError } from '../../lib/app-error.ts'

export type WebhookRow = typeof webhooks.$inferSelect

const conditions: ListConditions<{ search?: string | undefined }> = {
  scope: undefined,
  search: { texts: [webhooks.foldedUrl] },
  filters: {},
}

export function listWebhooks(
  { db, actor }: Context<StaffActor>,
  query: InputOf<'listWebhooks'>['query'],
): Promise<OutputOf<'listWebhooks'>> {
  return withListScope(db, actor.scope, async (tx) => {
    const { items, total } = await selectPage(query, {
      ...conditions,
      sort: { created_at: webhooks.createdAt, url: webhooks.foldedUrl },
      lastSort: webhooks.id,
      rows: (where) =>
        tx
          .select({ webhook: webhooks, clientName: clients.name })
          .from(webhooks)
          .innerJoin(clients, eq(clients.id, webhooks.clientId))
          .where(where)
          .$dynamic(),
      count: (where) => tx.select({ total: count() }).from(webhooks).where(where),
    })
    return {
      items: items.map(({ webhook, clientName }) =>
        Object.assign(toWebhookResponse(webhook), { client_name: clientName }),
      ),
      total,
    }
  })
}

export function getWebhook({ db, actor }: Context<StaffActor>, id: string): Promise<WebhookRow> {
  return withReadScope(db, actor.scope, (tx) => getWebhookOrThrow(tx, id))
}

/**
 * Finds a webhook within the transaction's scope. `to change it` locks its row until the
 * transaction ends.
 * @throws AppError `not_found`
 */
export async function getWebhookOrThrow(
  tx: Transaction,
  id: string,
  why?: 'to change it',
): Promise<WebhookRow> {
  const found = tx.select().from(webhooks).where(eq(webhooks.id, id))
  const [webhook] = await (why ? found.for('no key update') : found)
  if (!webhook) throw new AppError('not_found')
  return webhook
}

/** The response has no secret. */
export const toWebhookResponse = (row: WebhookRow): Webhook => toFields(Webhook, row)
