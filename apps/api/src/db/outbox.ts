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
  /** The id of the user. Emails of one subject are delivered in order for each recipient. */
  subject: string
  /** The email at this time. The message goes only there, even if the account's email changes. */
  recipient: string
  at: Date
  /** Ids and codes only. The delivery looks up everything else. */
  payload: Record<string, unknown>
}

export type MailType = MailRecord['type']

/** An email that a person waits for precedes all bulk emails younger than this. */
const AWAITED_MS = 12 * HOUR_MS

/** Records an email that a person waits for, in the transaction of its change. */
export function recordMail(tx: Transaction, mail: MailRecord): Promise<void> {
  return insertMails(tx, [mail], AWAITED_MS)
}

/** Records the emails of a bulk change; few enough for one statement. */
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
 * For these types, one waiting email covers later ones: its code or link is created when it is
 * sent, or it says the same. This keeps anyone from filling the queue with emails to one person.
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
  // Another sender does not make it another invitation.
  JSON.stringify([type, subject, recipient, type === 'mail.notice' && payload])

/** When a row is due. Rows leave in this order: danger precedes all of the last day. */
export const dueAt = (at: Date, isDanger: boolean): Date => (isDanger ? new Date(at.getTime() - DAY_MS) : at)

/** Something that happened, for webhooks that subscribe to it. */
export interface EventRecord {
  clientId: string
  type: WebhookEvent
  /** What the event is about. Events of one subject are recorded under its lock, in order. */
  subject: string
  at: Date
  /** Ids and codes only. The delivery looks up everything else. */
  payload: Record<string, unknown>
}

/** Records events that one of the client's webhooks wants, in the transaction of their change. */
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

/** The subject of a person's events at a site. The lock of their presence orders the events. */
export const subjectOfVisits = (siteId: string, personKey: string) => `visits:${siteId}:${personKey}`

/** Something that people are notified of: in the app, by email or by text message. */
export interface NoticeRecord {
  clientId: string
  event: NotificationEvent
  /** The id of what it is about, such as a method. Repeats within minutes become one notice. */
  subject: string
  at: Date
  /** Ids and codes only. Recipients and channels are determined later. */
  payload: NoticePayload
  /** When to notify people, where that is not at once. */
  due?: Date
}

export interface NoticePayload {
  site?: string
  method?: string
  /** The methods whose devices went offline, or came back, at the site. */
  methods?: string[]
  user?: string
  webhook?: string
  /** The visit that it is about, for example of a visitor whose host is the user `host`. */
  visit?: string
  host?: string
  count?: number
  /** The hash of the last entry of the access log, in hexadecimal. */
  hash?: string
}

export const typeOfNotice = (event: NotificationEvent) => `notice.${event}`
export const subjectOfNotice = (subject: string) => `notice:${subject}`

/** Records notices in the transaction of what happened. */
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

/** The subject of the alerts for one person. */
export const subjectOfAlerts = (userId: string) => `${ALERTS}${userId}`

export const userOfAlerts = (subject: string) =>
  subject.startsWith(ALERTS) ? subject.slice(ALERTS.length) : undefined
