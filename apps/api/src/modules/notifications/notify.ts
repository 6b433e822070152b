import { and, eq, gt, inArray, notExists, or, sql } from 'drizzle-orm'
import { recordEvent } from '../../db/outbox.ts'
import { notifications } from '../../db/schema/notifications.ts'
import { users } from '../../db/schema/users.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { newId } from '../../lib/ids.ts'
import { type BellKind, bellLevels, type NoticeKind, noticeLevels } from './notices.ts'
import { DAY_MS } from '../../lib/durations.ts'

interface Owner {
  clientId: string
  userId: string
}

/** Tells the owner of an account in the bell and by mail what happened to it, in the transaction that did it. */
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

interface FailedMail {
  clientId: string
  /** The recipient of the mail. */
  userId: string
  /** The mail was to confirm a new email. */
  isToNewEmail: boolean
  /** A code, never an email. */
  reason: string
  at: Date
}

const MAX_ADMINS = 20

/**
 * Tells in the bell that a mail could not be delivered. It tells the person, and the admins of the client because that person may not be
 * able to log in. The same failure is reported once a day at most.
 */
export async function notifyOfFailedMail(
  tx: Transaction,
  { clientId, userId, isToNewEmail, reason, at }: FailedMail,
): Promise<void> {
  const people = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.clientId, clientId),
        eq(users.status, 'active'),
        isToNewEmail ? eq(users.id, userId) : or(eq(users.id, userId), eq(users.admin, true)),
      ),
    )
    .orderBy(sql`${users.id} = ${userId} desc`, users.id)
    .limit(MAX_ADMINS + 1)
  const told = people.map(({ id }) => {
    const kind = kindFor(id === userId, isToNewEmail)
    const values = kind === 'user_mail_failed' ? { reason, user: userId } : { reason }
    return { clientId, id: newId(at), userId: id, kind, level: bellLevels[kind], values, createdAt: at }
  })
  if (told.length === 0) return
  const recent = await tx
    .select({ userId: notifications.userId, kind: notifications.kind, values: notifications.values })
    .from(notifications)
    .where(
      and(
        eq(notifications.clientId, clientId),
        inArray(
          notifications.userId,
          told.map((row) => row.userId),
        ),
        inArray(notifications.kind, ['mail_failed', 'new_address_mail_failed', 'user_mail_failed']),
        gt(notifications.createdAt, new Date(at.getTime() - DAY_MS)),
      ),
    )
  const keyOf = (row: (typeof recent)[number]) =>
    [row.userId, row.kind, row.values['user'], row.values['reason']].join()
  const known = new Set(recent.map(keyOf))
  const fresh = told.filter((row) => !known.has(keyOf(row)))
  if (fresh.length > 0) await tx.insert(notifications).values(fresh)
}

function kindFor(isOwn: boolean, isToNewEmail: boolean): BellKind {
  if (!isOwn) return 'user_mail_failed'
  return isToNewEmail ? 'new_address_mail_failed' : 'mail_failed'
}

/**
 * Tells in the bell that figures differ from the records: the admins of the client, and the site admins. Each of them is told once a day
 * at most.
 * @param tx of the installation, because site admins belong to other clients
 */
export async function notifyOfFigures(
  tx: Transaction,
  clientId: string | undefined,
  at: Date,
): Promise<void> {
  const kind = 'figures_differ'
  const isAdmin = clientId && and(eq(users.clientId, clientId), eq(users.admin, true))
  const people = await tx
    .select({ clientId: users.clientId, userId: users.id })
    .from(users)
    .where(
      and(
        eq(users.status, 'active'),
        or(eq(users.siteAdmin, true), isAdmin || undefined),
        notExists(
          tx
            .select({ one: sql`1` })
            .from(notifications)
            .where(
              and(
                eq(notifications.clientId, users.clientId),
                eq(notifications.userId, users.id),
                eq(notifications.kind, kind),
                gt(notifications.createdAt, new Date(at.getTime() - DAY_MS)),
              ),
            ),
        ),
      ),
    )
    .orderBy(users.id)
    .limit(2 * MAX_ADMINS)
  if (people.length === 0) return
  await tx.insert(notifications).values(
    people.map(({ clientId: ownClientId, userId }) => ({
      clientId: ownClientId,
      id: newId(at),
      userId,
      kind,
      level: bellLevels[kind],
      createdAt: at,
    })),
  )
}
