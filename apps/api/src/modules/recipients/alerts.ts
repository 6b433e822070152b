import type { InputOf, OutputOf } from '@gatehouse/validation/endpoints/all'
import type { Alert, AlertState } from '@gatehouse/validation/endpoints/notification-recipients'
import type { Language } from '@gatehouse/validation/vocabulary'
import { and, desc, eq, inArray, lt } from 'drizzle-orm'
import type { Context, StaffActor } from '../../context.ts'
import { auditOf, recordAudit } from '../../db/audit.ts'
import { subjectOfAlerts } from '../../db/outbox.ts'
import { outbox } from '../../db/schema/outbox.ts'
import { cutPage, withListScope } from '../../db/select-page.ts'
import { withScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { readAlert } from '../notifications/event-text.ts'
import { lockRecipient, type RecipientDeps } from './change-recipient.ts'
import { eventWords } from '../notifications/event-words.ts'
import { findRecipientToTest } from '../notifications/find-told.ts'
import { findLanguage, readRecipient } from './queries.ts'
import { deliver, only } from '../notifications/tell-people.ts'

/**
 * Sends a test to a recipient at once, by each of their channels that this installation has set up.
 * @returns the channels; a text message needs a mobile
 */
export async function testRecipient(
  { db, actor, now, limits }: Context<StaffActor>,
  { channels, notSetUp }: RecipientDeps,
  id: string,
): Promise<OutputOf<'testRecipient'>> {
  const { clientId } = await withScope(db, actor.scope, (tx) => lockRecipient(tx, actor, id))
  await limits.take('notificationTests', clientId)
  return withScope(db, actor.scope, async (tx) => {
    const row = await lockRecipient(tx, actor, id)
    const found = await findRecipientToTest(tx, clientId, row.userId)
    if (!found) throw new AppError('wrong_status')
    const usable = channels.filter((channel) => !notSetUp.has(channel))
    const person = only(found, usable)
    await deliver(tx, {
      clientId,
      event: 'test',
      level: 'info',
      payload: {},
      values: {},
      timeZone: 'UTC',
      at: now,
      now,
      people: [{ person, held: 0 }],
    })
    await recordAudit(
      tx,
      auditOf({ actor, now }, 'notification_recipient.tested', 'notification_recipient', row),
    )
    return { channels: person.channels.filter((channel) => channel !== 'text' || person.hasMobile) }
  })
}

/** A page of the emails and text messages to a recipient, latest first. */
export function listAlerts(
  { db, actor }: Context<StaffActor>,
  id: string,
  { cursor, per_page: perPage }: InputOf<'listAlerts'>['query'],
): Promise<OutputOf<'listAlerts'>> {
  return withListScope(db, actor.scope, async (tx) => {
    const { user_id: userId } = await readRecipient(tx, actor, id)
    const language = await findLanguage(tx, actor)
    const rows = await tx
      .select()
      .from(outbox)
      .where(
        and(
          eq(outbox.subject, subjectOfAlerts(userId)),
          inArray(outbox.type, ['mail.alert', 'text.alert']),
          cursor === undefined ? undefined : lt(outbox.position, Number(cursor)),
        ),
      )
      .orderBy(desc(outbox.position))
      .limit(perPage + 1)
    const { shown, next } = cutPage(rows, perPage, ({ position }) => String(position))
    return { items: shown.map((row) => toResponse(row, language)), next }
  })
}

function toResponse(row: typeof outbox.$inferSelect, language: Language): Alert {
  const state: AlertState = row.deliveredAt ? 'delivered' : row.failedAt ? 'failed' : 'waiting'
  const { events, test } = eventWords[language]
  const event = readAlert(row.payload)?.event
  return {
    id: row.id,
    title: event === undefined ? '' : event === 'test' ? test.title : events[event].title,
    channel: row.queue === 'text' ? 'text' : 'mail',
    created_at: row.createdAt.toISOString(),
    state,
    attempts: row.attempts,
    // Events with level `danger` are due before their recording, so that they are sent first.
    next_attempt_at:
      state !== 'waiting'
        ? null
        : (row.nextAttemptAt > row.queuedAt ? row.nextAttemptAt : row.queuedAt).toISOString(),
    delivered_at: row.deliveredAt?.toISOString() ?? null,
    reason: state === 'delivered' ? null : (row.failure ?? row.outcome),
  }
}
