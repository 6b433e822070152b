import type { InputOf, OutputOf } from '@gatehouse/validation/endpoints/all'
import { DeadLetter, deadLetterKinds } from '@gatehouse/validation/endpoints/webhooks'
import type { BulkResult } from '@gatehouse/validation/list-endpoint'
import { and, count, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Context, StaffActor } from '../../context.ts'
import { applyBulk } from '../../db/apply-bulk.ts'
import { hasValues } from '../../db/has-values.ts'
import { userOfAlerts } from '../../db/outbox.ts'
import { clients } from '../../db/schema/clients.ts'
import { outbox } from '../../db/schema/outbox.ts'
import { webhooks } from '../../db/schema/webhooks.ts'
import { type ListConditions, selectPage, withListScope } from '../../db/select-page.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { toFields } from '../../db/to-columns.ts'
import { dueAgain } from '../webhooks/deliveries.ts'
import { areRows } from '../../db/sql-values.ts'
import { findUserNames } from '../people/user-names.ts'

interface Filters {
  search?: string | undefined
  kind?: DeadLetter['kind'] | undefined
}

const conditions: ListConditions<Filters> = {
  scope: and(isNotNull(outbox.failedAt), inArray(outbox.queue, [...deadLetterKinds])),
  search: { texts: [webhooks.foldedUrl] },
  filters: { kind: (kind) => eq(outbox.queue, kind) },
}

const isReceiver = hasValues(webhooks, { clientId: outbox.clientId, id: outbox.webhookId })

export function listDeadLetters(
  { db, actor }: Context<StaffActor>,
  query: InputOf<'listDeadLetters'>['query'],
): Promise<OutputOf<'listDeadLetters'>> {
  return withListScope(db, actor.scope, async (tx) => {
    const { items, total } = await selectPage(query, {
      ...conditions,
      sort: { failed_at: outbox.failedAt, created_at: outbox.createdAt, attempts: outbox.attempts },
      lastSort: outbox.id,
      rows: (where) =>
        tx
          .select({ row: outbox, clientName: clients.name, url: webhooks.url })
          .from(outbox)
          .innerJoin(clients, eq(clients.id, outbox.clientId))
          .leftJoin(webhooks, isReceiver)
          .where(where)
          .$dynamic(),
      count: (where) =>
        tx.select({ total: count() }).from(outbox).leftJoin(webhooks, isReceiver).where(where),
    })
    const names = await findNames(
      tx,
      items.map(({ row }) => row),
    )
    return {
      items: items.map(({ row, clientName, url }) =>
        toResponse(row, clientName, url ?? names.get(personOf(row)) ?? null),
      ),
      total,
    }
  })
}

/** The names of the recipients of emails and text messages. */
function findNames(
  tx: Transaction,
  rows: readonly (typeof outbox.$inferSelect)[],
): Promise<Map<string, string>> {
  const mails = rows.filter(({ queue }) => queue === 'mail' || queue === 'text')
  return findUserNames(
    tx,
    mails.map((mail) => ({ clientId: mail.clientId, id: personOf(mail) })),
  )
}

const personOf = ({ subject }: typeof outbox.$inferSelect) => userOfAlerts(subject) ?? subject

function toResponse(row: typeof outbox.$inferSelect, clientName: string, subject: string | null): DeadLetter {
  return toFields(DeadLetter, {
    ...row,
    clientName,
    kind: deadLetterKinds.find((kind) => kind === row.queue) ?? 'webhook',
    subject,
    failure: row.failure ?? 'unknown',
    failedAt: row.failedAt ?? row.createdAt,
  })
}

/**
 * Makes dead letters due now, in their original order: before whatever waits for the same subject.
 * An email goes to the account's current address.
 */
export function changeDeadLetters(
  { db, actor, now }: Context<StaffActor>,
  { action: _, ...target }: InputOf<'changeDeadLetters'>['body'],
): Promise<BulkResult> {
  return withScope(db, actor.scope, (tx) =>
    applyBulk(tx, target, {
      ...conditions,
      table: outbox,
      rows: (where) =>
        tx
          .select({
            clientId: outbox.clientId,
            id: outbox.id,
            type: outbox.type,
            isEnabled: sql<boolean>`coalesce(${webhooks.enabled}, true)`,
          })
          .from(outbox)
          .leftJoin(webhooks, isReceiver)
          .where(where)
          .$dynamic(),
      findBlock: ({ isEnabled }) => (isEnabled ? undefined : 'webhook_disabled'),
      change: (rows) => tx.update(outbox).set(dueAgain(now)).where(areRows(outbox, rows)),
      audit: {
        actor: { kind: 'staff', id: actor.userId },
        action: 'delivery.sent_again',
        targetKind: 'delivery',
        at: now,
        details: ({ type }) => ({ type }),
      },
    }),
  )
}
