import { type NotificationEvent, notificationEvents } from '@gatehouse/validation/notification-events'
import type { WebhookEvent } from '@gatehouse/validation/webhooks'
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { DAY_MS, HOUR_MS } from '../lib/durations.ts'
import { newId } from '../lib/ids.ts'
import { outbox } from './schema/outbox.ts'
import type { Transaction } from './tenancy.ts'
import { json } from './sql-values.ts'

export interface MailRecord {
  clientId: string
  type:
    | 'mail.notice'
    | 'mail.password_reset'
    | 'mail.verify_email'
    | 'mail.invitation'
    | 'mail.access_pin'
    | 'mail.muster_roll'
    | 'mail.report'
    | 'mail.alert'
  /** The id of the user. The mails of one subject are delivered in order for each recipient. */
  subject: string
  /** The email at this time. The mail is sent only there, also when the account gets another email before. */
  recipient: string
  at: Date
  /** Ids and codes only. The delivery looks up everything else at its time. */
  payload: Record<string, unknown>
}

export type MailType = MailRecord['type']

/** A mail that somebody waits for goes before all mails of many people that are younger than this. */
const AWAITED_MS = 12 * HOUR_MS

/** Records a mail that somebody waits for, in the transaction of its change. */
export function recordMail(tx: Transaction, mail: MailRecord): Promise<void> {
  return insertMails(tx, [mail], AWAITED_MS)
}

/** The same for the mails of a change of many rows; few enough for one statement. */
export function recordMails(tx: Transaction, mails: readonly MailRecord[]): Promise<void> {
  return insertMails(tx, mails, 0)
}

async function insertMails(tx: Transaction, mails: readonly MailRecord[], awaitedMs: number): Promise<void> {
  const missing = await withoutWaiting(tx, mails)
  if (missing.length === 0) return
  await tx.insert(outbox).values(
    missing.map(({ clientId, type, subject, recipient, payload, at }) => ({
      clientId,
      id: newId(at),
      type,
      subject,
      recipient,
      payload,
      createdAt: at,
      queuedAt: at,
      nextAttemptAt: type === 'mail.muster_roll' ? dueAt(at, true) : new Date(at.getTime() - awaitedMs),
    })),
  )
}

/**
 * One of these that waits stands for each later one: its code or link is made when it is sent, or it
 * says the same. So nobody fills the queue with mails to one person.
 */
const repeatable: ReadonlySet<MailType> = new Set(['mail.access_pin', 'mail.invitation', 'mail.notice'])

async function withoutWaiting(tx: Transaction, mails: readonly MailRecord[]): Promise<readonly MailRecord[]> {
  const asked = mails.filter(({ type }) => repeatable.has(type))
  if (asked.length === 0) return mails
  const subjects = asked.map(({ subject }) => subject)
  const { type, subject, recipient, payload } = outbox
  const waiting = await tx
    .select({ type, subject, recipient, payload })
    .from(outbox)
    .where(
      and(
        inArray(outbox.clientId, [...new Set(asked.map(({ clientId }) => clientId))]),
        sql`${outbox.subject} = any(${`{${subjects.join(',')}}`}::text[])`,
        inArray(outbox.type, [...repeatable]),
        eq(outbox.attempts, 0),
        isNull(outbox.deliveredAt),
        isNull(outbox.failedAt),
      ),
    )
  const known = new Set(waiting.map(keyOf))
  return mails.filter((mail) => !repeatable.has(mail.type) || !known.has(keyOf(mail)))
}

const keyOf = ({
  type,
  subject,
  recipient,
  payload,
}: Pick<typeof outbox.$inferSelect, 'type' | 'subject' | 'recipient' | 'payload'>) =>
  // Who invites does not make it another invitation.
  JSON.stringify([type, subject, recipient, type === 'mail.notice' && payload])

/** When a row is due. What tells of a danger goes before all that has waited for less than a day: rows leave in the order of this time. */
export const dueAt = (at: Date, isDanger: boolean): Date => (isDanger ? new Date(at.getTime() - DAY_MS) : at)

/** Something that happened, of which webhooks may want to be told. */
export interface EventRecord {
  clientId: string
  type: WebhookEvent
  /** What the event is about. Events of one subject are recorded under its lock, and delivered in this order. */
  subject: string
  at: Date
  /** Ids and codes only. The delivery looks up everything else at its time. */
  payload: Record<string, unknown>
}

/** Records events in the transaction of their change: those that a webhook of their client wants, and no others. */
export async function recordEvents(tx: Transaction, events: readonly EventRecord[]): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(({ clientId, type, subject, at, payload }) => ({
    client_id: clientId,
    id: newId(at),
    type,
    subject,
    payload,
    created_at: at,
  }))
  await tx.execute(sql`
    insert into outbox (client_id, id, type, subject, payload, created_at, queued_at, next_attempt_at)
    select client_id, id, type, subject, payload, created_at, created_at, created_at
    ${fromRows(rows)}
    where exists (
      select from webhooks
      where webhooks.client_id = event.client_id and enabled and event.type = any(webhooks.events))
    order by event.ordinality`)
}

const fromRows = (rows: readonly Record<string, unknown>[]): SQL => sql`
  from rows from (jsonb_to_recordset(${json(rows)})
    as (client_id uuid, id uuid, type text, subject text, payload jsonb, created_at timestamptz, due_at timestamptz)) with ordinality as event`

/** What the events of a person at a site are about: their visits there. A person enters and leaves under the lock of their presence. */
export const subjectOfVisits = (siteId: string, personKey: string) => `visits:${siteId}:${personKey}`

/** Something that people are told of: in the bell, by mail or by text message. */
export interface NoticeRecord {
  clientId: string
  event: NotificationEvent
  /** The id of what it is about, such as a method. What happens to it again within some minutes is told once. */
  subject: string
  at: Date
  /** Ids and codes only. Who is told, and how, is found later. */
  payload: NoticePayload
  /** When people are told, where that is not at once. */
  due?: Date
}

export interface NoticePayload {
  site?: string
  method?: string
  /** The methods whose devices left, or came back, at the site. */
  methods?: string[]
  user?: string
  webhook?: string
  /** The visit that it is about, such as that of somebody who came to see the user `host`. */
  visit?: string
  host?: string
  count?: number
  /** Of the last entry of the access log, in hexadecimal. */
  hash?: string
}

export const typeOfNotice = (event: NotificationEvent) => `notice.${event}`
export const subjectOfNotice = (subject: string) => `notice:${subject}`

/** Records what people are told of, in the transaction of what happened. */
export async function recordNotices(tx: Transaction, notices: readonly NoticeRecord[]): Promise<void> {
  if (notices.length === 0) return
  const rows = notices.map(({ clientId, event, subject, at, payload, due }) => ({
    client_id: clientId,
    id: newId(at),
    type: typeOfNotice(event),
    subject: subjectOfNotice(subject),
    payload,
    created_at: at,
    due_at: due ?? dueAt(at, notificationEvents[event].level === 'danger'),
  }))
  await tx.execute(sql`
    insert into outbox (client_id, id, type, subject, payload, created_at, queued_at, next_attempt_at)
    select client_id, id, type, subject, payload, created_at, created_at, due_at ${fromRows(rows)}`)
}

const ALERTS = 'alert:'

/** The subject of what one person is sent of what happened. */
export const subjectOfAlerts = (userId: string) => `${ALERTS}${userId}`

export const userOfAlerts = (subject: string) =>
  subject.startsWith(ALERTS) ? subject.slice(ALERTS.length) : undefined
