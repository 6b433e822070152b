import { sql } from 'drizzle-orm'
import { recordEvent } from '../../db/outbox.ts'
import { notifications } from '../../db/schema/notifications.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { newId } from '../../lib/ids.ts'
import { type NoticeKind, noticeLevels } from './notices.ts'

interface Owner {
  clientId: string
  userId: string
}

/** Tells the owner of an account what happened to it, in the bell and by mail, with the deed's own transaction. */
export async function notifyOwner(
  tx: Transaction,
  { clientId, userId }: Owner,
  kind: NoticeKind,
  at: Date,
): Promise<void> {
  await tx
    .insert(notifications)
    .values({ clientId, id: newId(at), userId, kind, level: noticeLevels[kind], createdAt: at })
  const recipient = sql<string>`(select email from users where client_id = ${clientId} and id = ${userId})`
  await recordEvent(tx, { clientId, type: 'mail.notice', subject: userId, recipient, at, payload: { kind } })
}
