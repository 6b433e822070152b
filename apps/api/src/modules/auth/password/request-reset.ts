import { asc, eq } from 'drizzle-orm'
import type { Context, GuestActor } from '../../../context.ts'
import type { Database } from '../../../db/client.ts'
import { recordAudit, auditOf } from '../../../db/audit.ts'
import { findLogin } from '../../../db/tenant-lookups.ts'
import { recordMail } from '../../../db/outbox.ts'
import { resetRequests } from '../../../db/schema/one-time-tokens.ts'
import { withoutTenant, withScope } from '../../../db/tenancy.ts'
import { newId } from '../../../lib/ids.ts'
import { emailKey } from '../account.ts'
import { findRecipient } from '../../notifications/account-mail.ts'

/**
 * Stores a request for a new password. A job looks up the email later, so the response and its
 * timing are the same for known and unknown emails.
 * @throws AppError `too_many_requests`, also for unknown emails
 */
export async function requestReset({ db, now, limits }: Context<GuestActor>, email: string): Promise<void> {
  const key = emailKey(email)
  await limits.take('forgotPerAddress', key)
  await withoutTenant(db, (shared) =>
    shared.insert(resetRequests).values({ id: newId(now), emailKey: key, requestedAt: now }),
  )
}

const BATCH_SIZE = 20

/**
 * Turns stored requests into emails, each in its own transaction, so that none is lost or handled
 * twice.
 * @returns how many were handled; a full batch means that there may be more
 */
export async function handleResetRequests(db: Database, now: Date): Promise<number> {
  const requests = await withoutTenant(db, (shared) =>
    shared.select().from(resetRequests).orderBy(asc(resetRequests.id)).limit(BATCH_SIZE),
  )
  for (const request of requests) await handleRequest(db, request, now)
  return requests.length
}

async function handleRequest(
  db: Database,
  { id, emailKey: key }: { id: string; emailKey: string },
  now: Date,
): Promise<void> {
  const login = await findLogin(db, key)
  if (!login) {
    await withoutTenant(db, (shared) => shared.delete(resetRequests).where(eq(resetRequests.id, id)))
    return
  }
  const { scope, userId } = login
  const { clientId } = scope
  await withScope(db, scope, async (tx) => {
    const { count: taken } = await tx.delete(resetRequests).where(eq(resetRequests.id, id))
    const recipient = taken === 0 ? undefined : await findRecipient(tx, { clientId, userId })
    if (!recipient) return
    await recordMail(tx, {
      clientId,
      type: 'mail.password_reset',
      subject: userId,
      recipient: recipient.email,
      at: now,
      payload: {},
    })
    await recordAudit(
      tx,
      auditOf({ actor: { kind: 'guest', id: null }, now }, 'password.reset_requested', 'user', {
        clientId,
        id: userId,
      }),
    )
  })
}
