import type { NotificationEvent } from '@gatehouse/validation/notification-events'
import { and, eq, gt, inArray, or, sql } from 'drizzle-orm'
import { hasValues } from '../../db/has-values.ts'
import { recordMail } from '../../db/outbox.ts'
import { notifications } from '../../db/schema/notifications.ts'
import { sites } from '../../db/schema/sites.ts'
import { users } from '../../db/schema/users.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { newId } from '../../lib/ids.ts'
import { type BellKind, bellLevels, type NoticeKind, noticeLevels } from './notices.ts'
import { DAY_MS } from '../../lib/durations.ts'

interface Owner {
  clientId: string
  userId: string
}

/** Notifies the owner of an account in the app and by email, in the transaction of the change. */
export async function notifyOwner(
  tx: Transaction,
  { clientId, userId }: Owner,
  kind: NoticeKind,
  at: Date,
): Promise<void> {
  await tx
    .insert(notifications)
    .values({ clientId, id: newId(at), userId, kind, level: noticeLevels[kind], createdAt: at })
  const [owner] = await tx
    .select({ email: users.email })
    .from(users)
    .where(hasValues(users, { clientId, id: userId }))
  if (!owner) return
  await recordMail(tx, {
    clientId,
    type: 'mail.notice',
    subject: userId,
    recipient: owner.email,
    at,
    payload: { kind },
  })
}

interface Undelivered {
  clientId: string
  /** The user whom it was for. */
  userId: string
  /** A code, never an email address. */
  reason: string
  at: Date
}

interface FailedMail extends Undelivered {
  /** The email was meant to confirm a new address. */
  isToNewEmail: boolean
}

const MAX_ADMINS = 20

/** Notifies in the app that an email could not be delivered. */
export function notifyOfFailedMail(tx: Transaction, { isToNewEmail, ...failed }: FailedMail): Promise<void> {
  return notifyOfFailure(
    tx,
    failed,
    isToNewEmail ? { own: 'new_address_mail_failed' } : { own: 'mail_failed', ofOthers: 'user_mail_failed' },
  )
}

/** Notifies in the app that a text message could not be delivered. */
export function notifyOfFailedText(tx: Transaction, failed: Undelivered): Promise<void> {
  return notifyOfFailure(tx, failed, { own: 'text_failed', ofOthers: 'user_text_failed' })
}

/** Notifies the admins of a client in the app that the notices of an event failed, once a day. */
export async function notifyOfFailedNotice(
  tx: Transaction,
  { clientId, event, at }: { clientId: string; event: NotificationEvent; at: Date },
): Promise<void> {
  const admins = await tx
    .select({ id: users.id })
    .from(users)
    .where(hasValues(users, { clientId, status: 'active', admin: true }))
    .orderBy(users.id)
    .limit(MAX_ADMINS)
  const kind = 'notice_failed'
  await notifyOnceADay(
    tx,
    clientId,
    admins.map(({ id: userId }) => ({ userId, kind, values: { event } })),
    at,
  )
}

/**
 * Notifies the person. With `ofOthers` it also notifies the admins of the client, because the
 * person may not be able to log in. The same failure is reported at most once a day.
 */
async function notifyOfFailure(
  tx: Transaction,
  { clientId, userId, reason, at }: Undelivered,
  { own, ofOthers }: { own: BellKind; ofOthers?: BellKind },
): Promise<void> {
  const people = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        hasValues(users, { clientId, status: 'active' }),
        ofOthers ? or(eq(users.id, userId), eq(users.admin, true)) : eq(users.id, userId),
      ),
    )
    .orderBy(sql`${users.id} = ${userId} desc`, users.id)
    .limit(MAX_ADMINS + 1)
  const told = people.map(({ id }) =>
    id === userId
      ? { userId: id, kind: own, values: { reason } }
      : { userId: id, kind: ofOthers ?? own, values: { reason, user: userId } },
  )
  await notifyOnceADay(tx, clientId, told, at)
}

interface Told {
  userId: string
  kind: BellKind
  values: Record<string, string>
}

/** Leaves out notifications that the person already got within the last day. */
async function notifyOnceADay(
  tx: Transaction,
  clientId: string,
  told: readonly Told[],
  at: Date,
): Promise<void> {
  if (told.length === 0) return
  const recent = await tx
    .select({ userId: notifications.userId, kind: notifications.kind, values: notifications.values })
    .from(notifications)
    .where(
      and(
        eq(notifications.clientId, clientId),
        inArray(
          notifications.userId,
          told.map(({ userId }) => userId),
        ),
        inArray(notifications.kind, [...new Set(told.map(({ kind }) => kind))]),
        gt(notifications.createdAt, new Date(at.getTime() - DAY_MS)),
      ),
    )
  const keyOf = ({ userId, kind, values }: (typeof recent)[number]) =>
    [userId, kind, values['user'], values['reason'], values['event']].join()
  const known = new Set(recent.map(keyOf))
  const fresh = told.filter((row) => !known.has(keyOf(row)))
  if (fresh.length > 0)
    await tx.insert(notifications).values(
      fresh.map(({ userId, kind, values }) => ({
        clientId,
        id: newId(at),
        userId,
        kind,
        level: bellLevels[kind],
        values,
        createdAt: at,
      })),
    )
}

interface Decision extends Owner {
  /** The user who decided. */
  deciderId: string
  siteId: string
  kind: Extract<BellKind, `ban_exception_${string}`>
  /** The end of the granted exception. */
  untilAt: Date | null
  at: Date
}

/**
 * Notifies the user who requested an exception from a ban of the decision, in the app and without a
 * name. A site admin of another client gets no notification.
 */
export async function notifyOfDecision(
  tx: Transaction,
  { clientId, userId, deciderId, siteId, kind, untilAt, at }: Decision,
): Promise<void> {
  const [found] = await tx
    .select({ site: sites.name, timeZone: sites.timeZone })
    .from(users)
    .innerJoin(sites, hasValues(sites, { clientId: users.clientId, id: siteId }))
    .where(hasValues(users, { clientId, id: userId }))
  if (!found) return
  const until = untilAt && { at: untilAt.toISOString(), timeZone: found.timeZone }
  await tx.insert(notifications).values({
    clientId,
    id: newId(at),
    userId,
    kind,
    level: bellLevels[kind],
    values: { site: found.site, siteId, user: deciderId, ...until },
    createdAt: at,
  })
}
