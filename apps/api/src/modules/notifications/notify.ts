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
  /** Whom it was for. */
  userId: string
  /** A code, never an email. */
  reason: string
  at: Date
}

interface FailedMail extends Undelivered {
  /** The mail was to confirm a new email. */
  isToNewEmail: boolean
}

const MAX_ADMINS = 20

/** Tells in the bell that a mail could not be delivered. */
export function notifyOfFailedMail(tx: Transaction, { isToNewEmail, ...failed }: FailedMail): Promise<void> {
  return notifyOfFailure(
    tx,
    failed,
    isToNewEmail ? { own: 'new_address_mail_failed' } : { own: 'mail_failed', ofOthers: 'user_mail_failed' },
  )
}

/** Tells in the bell that a text message could not be delivered. */
export function notifyOfFailedText(tx: Transaction, failed: Undelivered): Promise<void> {
  return notifyOfFailure(tx, failed, { own: 'text_failed', ofOthers: 'user_text_failed' })
}

/** Tells the admins of a client in the bell that nobody could be told of an event. The same one is reported once a day at most. */
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
 * Tells the person, and where `ofOthers` is given the admins of the client, because that person may not be able to log in. The same failure is
 * reported once a day at most.
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

/** Leaves out what a person was told within the last day in the same words. */
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
  /** Who decided. */
  deciderId: string
  siteId: string
  kind: Extract<BellKind, `ban_exception_${string}`>
  /** The end of what was granted. */
  untilAt: Date | null
  at: Date
}

/** Tells in the bell, without a name, what became of the exception from a ban that somebody asked for. A site admin of another client has no bell here. */
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
