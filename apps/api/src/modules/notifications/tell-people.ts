import {
  isNotificationEvent,
  type NotificationChannel,
  type NotificationEvent,
  notificationEvents,
} from '@gatehouse/validation/notification-events'
import { and, inArray, sql } from 'drizzle-orm'
import { lock } from '../../db/locks.ts'
import { dueAt, type NoticePayload, subjectOfAlerts, subjectOfNotice } from '../../db/outbox.ts'
import { notificationRepeats, notifications } from '../../db/schema/notifications.ts'
import { outbox } from '../../db/schema/outbox.ts'
import { type Transaction, withReadScope } from '../../db/tenancy.ts'
import { MINUTE_MS } from '../../lib/durations.ts'
import { newId } from '../../lib/ids.ts'
import { readEventFacts } from './event-facts.ts'
import type { EventValues, ToldEvent } from './event-text.ts'
import { findTold, type Told } from './find-told.ts'
import { sendTime } from './quiet-hours.ts'
import type { Database } from '../../db/client.ts'
import { hasValues } from '../../db/has-values.ts'
import type { ClientScope } from '../../db/scopes.ts'
import type { DueRow, Queue, QueueRules } from '../../jobs/outbox-worker.ts'
import { isPossibleMatch } from '../bans/near-match.ts'
import { notifyOfFailedNotice } from './notify.ts'

/** An event as stored in the outbox. */
interface Notice {
  clientId: string
  type: string
  subject: string
  payload: Record<string, unknown>
  createdAt: Date
}

/**
 * The most emails or text messages per person, event and site in `OUTSIDE_MINUTES`. These events
 * have a new subject each time, so the repeat limit doesn't stop a stranger who signs in
 * repeatedly, or drills that are started repeatedly.
 */
const mostOutside: Partial<Record<NotificationEvent, number>> = {
  visitor_arrived: 10,
  possible_ban_match: 10,
  admitted_after_refusal: 10,
  ban_exception: 10,
  approval_waiting: 10,
  drill_started: 5,
  device_offline: 5,
  device_back: 5,
  muster_ended: 5,
}
const OUTSIDE_MINUTES = 10

/**
 * Turns an event into notifications: rows in the app, and emails and text messages in the outbox.
 * Repeats within some minutes are only counted, and the next notification mentions their number.
 */
async function tellPeople(tx: Transaction, recorded: Notice, now: Date): Promise<void> {
  const notice = withCount(recorded)
  const { clientId, type, createdAt } = notice
  const event = eventOfNotice(type)
  if (!event) return
  const payload: NoticePayload = notice.payload
  await lock(tx, `notifications ${clientId}`)
  const facts = await readEventFacts(tx, clientId, payload)
  if (!facts) return
  const found = await findTold(tx, clientId, event, {
    siteId: facts.siteId,
    userId: facts.userId,
    hostId: payload.host,
  })
  const people = await withoutSecondMail(tx, notice, event, found)
  const { level, isUrgent = false } = notificationEvents[event]
  const held = isUrgent
    ? new Map(people.map(({ userId }) => [userId, 0]))
    : await holdBack(tx, notice, event, people)
  const due = people.flatMap((person) => {
    const before = held.get(person.userId)
    return before === undefined ? [] : [{ person, held: before }]
  })
  const told = {
    clientId,
    event,
    level,
    isUrgent,
    payload,
    values: facts.values,
    timeZone: facts.timeZone,
    at: createdAt,
    now,
  }
  const most = mostOutside[event]
  if (most === undefined) {
    await deliver(tx, { ...told, people: due })
    return
  }
  const reached = due
    .map(({ person }) => person)
    .filter(({ channels }) => channels.some((channel) => channel !== 'bell'))
  const ofSite = { clientId, subject: `outside:${facts.siteId ?? ''}`, createdAt }
  await deliver(tx, {
    ...told,
    people: due.map(({ person, held: before }) => ({ person: only(person, ['bell']), held: before })),
  })
  await deliverOutside(
    tx,
    told,
    reached,
    await holdBack(tx, ofSite, event, reached, { most, minutes: OUTSIDE_MINUTES }),
  )
}

/** Several devices of a site are counted. A single one is named, with its own repeat limit. */
function withCount(notice: Notice): Notice {
  const { methods = [], ...payload }: NoticePayload = notice.payload
  const [method, ...more] = methods
  if (method === undefined) return notice
  if (more.length > 0) return { ...notice, payload: { ...payload, count: methods.length } }
  return { ...notice, subject: subjectOfNotice(method), payload: { method } }
}

/** A warden who gets the roll of a muster by email gets no second email about its start. */
async function withoutSecondMail(
  tx: Transaction,
  { clientId, createdAt }: Notice,
  event: NotificationEvent,
  people: readonly Told[],
): Promise<readonly Told[]> {
  if (event !== 'muster_started' && event !== 'drill_started') return people
  const rolls = await tx
    .select({ userId: outbox.subject })
    .from(outbox)
    .where(
      and(
        // Both are recorded in one transaction.
        hasValues(outbox, { clientId, type: 'mail.muster_roll', createdAt }),
        inArray(
          outbox.subject,
          people.map(({ userId }) => userId),
        ),
      ),
    )
  const mailed = new Set(rolls.map(({ userId }) => userId))
  return people.map((told) => (mailed.has(told.userId) ? only(told, ['bell', 'text']) : told))
}

/** Sends emails and text messages to the people for whom they are due. */
export function deliverOutside(
  tx: Transaction,
  told: Omit<Delivery, 'people'>,
  people: readonly Told[],
  due: ReadonlyMap<string, number>,
): Promise<void> {
  const reached = people.flatMap((person) => {
    const held = due.get(person.userId)
    return held === undefined ? [] : [{ person: only(person, ['mail', 'text']), held }]
  })
  return deliver(tx, { ...told, people: reached })
}

export const only = (told: Told, channels: readonly NotificationChannel[]): Told => ({
  ...told,
  channels: told.channels.filter((channel) => channels.includes(channel)),
})

/**
 * Applies the repeat limit and counts what it holds back.
 * @param limit replaces the person's own limit, which is once in their repeat minutes
 * @returns by user id of the people to notify now: how often the event was held back before
 */
export async function holdBack(
  tx: Transaction,
  { clientId, subject, createdAt }: Pick<Notice, 'clientId' | 'subject' | 'createdAt'>,
  event: NotificationEvent,
  people: readonly Told[],
  { most, minutes }: { most: number; minutes?: number } = { most: 1 },
): Promise<Map<string, number>> {
  if (people.length === 0) return new Map()
  const userIds = people.map(({ userId }) => userId)
  const isOf = and(
    hasValues(notificationRepeats, { clientId, event, subject }),
    inArray(notificationRepeats.userId, userIds),
  )
  const rows = await tx.select().from(notificationRepeats).where(isOf)
  const known = new Map(rows.map((row) => [row.userId, row]))
  const told = new Map<string, number>()
  const written = people.map(({ userId, repeatMinutes }) => {
    const row = known.get(userId)
    const isOver =
      !row || createdAt.getTime() - row.toldAt.getTime() >= (minutes ?? repeatMinutes) * MINUTE_MS
    const heldBack = isOver ? 1 - most : row.heldBack + 1
    if (heldBack <= 0) told.set(userId, isOver ? Math.max(0, row?.heldBack ?? 0) : 0)
    return { clientId, userId, event, subject, toldAt: isOver ? createdAt : row.toldAt, heldBack }
  })
  await tx
    .insert(notificationRepeats)
    .values(written)
    .onConflictDoUpdate({
      target: [
        notificationRepeats.clientId,
        notificationRepeats.userId,
        notificationRepeats.event,
        notificationRepeats.subject,
      ],
      set: { toldAt: sql`excluded.told_at`, heldBack: sql`excluded.held_back` },
    })
  return told
}

/** The event of a notice in the outbox; undefined where another version recorded it. */
function eventOfNotice(type: string): NotificationEvent | undefined {
  const event = type.replace(/^notice\./, '')
  return isNotificationEvent(event) ? event : undefined
}

interface Delivery {
  clientId: string
  event: ToldEvent
  level: (typeof notifications.$inferInsert)['level']
  /** Emails and text messages don't wait for the end of quiet hours. */
  isUrgent?: boolean
  payload: NoticePayload
  values: EventValues
  timeZone: string
  at: Date
  now: Date
  people: readonly { person: Told; held: number }[]
}

/** Writes the rows in the app and the outbox, which gets only ids, so that no name waits there. */
export async function deliver(
  tx: Transaction,
  { clientId, event, level, isUrgent = false, payload, values, timeZone, at, now, people }: Delivery,
): Promise<void> {
  const heldAs = (held: number) => (held === 0 ? {} : { held: String(held) })
  const inBell = people.filter(({ person }) => person.channels.includes('bell'))
  if (inBell.length > 0)
    await tx.insert(notifications).values(
      inBell.map(({ person, held }) => ({
        clientId,
        id: newId(now),
        userId: person.userId,
        kind: event,
        level,
        values: withoutMissing({ ...values, ...heldAs(held) }),
        createdAt: at,
      })),
    )
  const outside = people.flatMap(({ person, held }) => {
    const sendAt = isUrgent ? now : sendTime(person.quiet, timeZone, now)
    const row = {
      clientId,
      subject: subjectOfAlerts(person.userId),
      payload: { ...payload, event, ...heldAs(held) },
      createdAt: at,
      queuedAt: sendAt,
      nextAttemptAt: dueAt(sendAt, level === 'danger' && sendAt <= now),
    }
    return [
      ...(person.channels.includes('mail')
        ? [{ ...row, id: newId(now), type: 'mail.alert', recipient: person.email }]
        : []),
      ...(person.channels.includes('text') && person.hasMobile
        ? [{ ...row, id: newId(now), type: 'text.alert' }]
        : []),
    ]
  })
  if (outside.length > 0) await tx.insert(outbox).values(outside)
}

function withoutMissing(values: EventValues): Record<string, string> {
  return Object.fromEntries(Object.entries(values).flatMap(([key, value]) => (value ? [[key, value]] : [])))
}

export const noticeRules: QueueRules = {
  queue: 'notice',
  waitsFor: () => sql`false`,
  atOnce: 4,
  attemptMs: 30_000,
  firstWaitSeconds: 30,
  longestWaitSeconds: 3600,
  attempts: 20,
  longestAgeSeconds: 24 * 3600,
}

interface NoticeQueueDeps {
  db: Database
  clock: () => Date
  scopeOf: (clientId: string) => ClientScope
}

/** The queue of notices. All notifications are written in the transaction that marks the row. */
export function noticeQueue(deps: NoticeQueueDeps): Queue {
  const { clock } = deps
  return {
    rules: noticeRules,
    failed: 'nobody was told of it',
    async begin(row) {
      return (await isToTell(deps, row)) ? () => Promise.resolve({}) : undefined
    },
    failureOf: () => ({ isFinal: false, reason: 'unknown' }),
    onDelivered: (tx, row) => tellPeople(tx, row, clock()),
    async onGivenUp(tx, { clientId, type }) {
      const event = eventOfNotice(type)
      if (event) await notifyOfFailedNotice(tx, { clientId, event, at: clock() })
    },
  }
}

/** A sign-in with a banned mobile is reported only if the ban applies and the name is similar. */
async function isToTell({ db, scopeOf }: NoticeQueueDeps, row: DueRow): Promise<boolean> {
  const { clientId, type, payload, createdAt: at } = row
  const { site, visit } = payload as NoticePayload
  if (eventOfNotice(type) !== 'possible_ban_match' || !site || !visit) return true
  const asked = { clientId, siteId: site, visitId: visit, at }
  return withReadScope(db, scopeOf(clientId), (tx) => isPossibleMatch(tx, asked))
}
