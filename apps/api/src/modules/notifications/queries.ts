import type { Notification } from '@gatehouse/validation/endpoints/notifications'
import type { Language } from '@gatehouse/validation/vocabulary'
import { timeZoneOf } from '@gatehouse/i18n/format/time-zone'
import { formatDateTime } from '@gatehouse/i18n/format/zoned-times'
import { and, desc, eq, gte, inArray, lte, sql } from 'drizzle-orm'
import { hasValues } from '../../db/has-values.ts'
import type { Context, StaffActor } from '../../context.ts'
import { isOneOf, json } from '../../db/sql-values.ts'
import { clients } from '../../db/schema/clients.ts'
import { notifications } from '../../db/schema/notifications.ts'
import { users } from '../../db/schema/users.ts'
import { visits } from '../../db/schema/visits.ts'
import { type Transaction, withScope, withReadScope } from '../../db/tenancy.ts'
import { firstIdOf, timeOfId } from '../../lib/ids.ts'
import { isNotificationEvent, notificationEvents } from '@gatehouse/validation/notification-events'
import { type EventText, type EventValues, fillIn, pathOf, textInside } from './event-text.ts'
import { mayStillRead } from './find-told.ts'
import { eventWords, lateRefusalWords, storedWords } from './event-words.ts'
import { isBellKind, noticeMessages } from './notices.ts'
import { findUserNames } from '../people/user-names.ts'

const MAX_SHOWN = 100

interface Owner {
  clientId: string
  userId: string
}

/** The person's notifications in their language, newest first. */
export async function listNotifications({ db, actor }: Context<StaffActor>): Promise<Notification[]> {
  const { clientId, userId } = actor
  return withReadScope(db, actor.ownScope, async (tx) => {
    const rows = await selectNotifications(tx)
      .where(hasValues(notifications, { clientId, userId }))
      .orderBy(desc(notifications.id))
      .limit(MAX_SHOWN)
    return toNotifications(tx, rows)
  })
}

/**
 * The notifications of these people since a time, by user id, oldest first and in each person's
 * language.
 * @param tx of the installation scope, because the people belong to several clients
 */
export async function findNewNotifications(
  tx: Transaction,
  people: readonly Owner[],
  since: Date,
): Promise<Map<string, Notification[]>> {
  const asked = people.map(({ clientId, userId }) => ({ client_id: clientId, user_id: userId }))
  const rows = await selectNotifications(tx)
    .where(
      and(
        sql`(${notifications.clientId}, ${notifications.userId}) in (
          select client_id, user_id from jsonb_to_recordset(${json(asked)}) as asked (client_id uuid, user_id uuid))`,
        gte(notifications.id, firstIdOf(since)),
      ),
    )
    .orderBy(notifications.id)
  const shown = await toNotifications(tx, rows)
  const owners = rows.map(({ notification }) => notification.userId)
  return Map.groupBy(shown, (_, at) => owners[at] ?? '')
}

const selectNotifications = (tx: Transaction) =>
  tx
    .select({ notification: notifications, own: users.language, ofClient: clients.language })
    .from(notifications)
    .innerJoin(
      users,
      and(hasValues(users, { clientId: notifications.clientId, id: notifications.userId }), mayStillRead),
    )
    .innerJoin(clients, eq(clients.id, notifications.clientId))
    .$dynamic()

async function toNotifications(
  tx: Transaction,
  rows: { notification: typeof notifications.$inferSelect; own: Language | null; ofClient: Language }[],
): Promise<Notification[]> {
  const subjects = rows.flatMap(({ notification: { clientId, values } }) =>
    values['user'] === undefined ? [] : [{ clientId, id: values['user'] }],
  )
  const visitsOf = rows.flatMap(({ notification: { clientId, values } }) =>
    values['visit'] === undefined ? [] : [{ clientId, visitId: values['visit'] }],
  )
  const [names, visitors] = await Promise.all([findUserNames(tx, subjects), findVisitors(tx, visitsOf)])
  return rows.map(({ notification, own, ofClient }) =>
    toNotification(notification, own ?? ofClient, {
      name: names.get(notification.values['user'] ?? ''),
      visitor: visitors.get(notification.values['visit'] ?? ''),
    }),
  )
}

/** The names of the visitors that notifications are about, as far as they are still stored. */
async function findVisitors(
  tx: Transaction,
  asked: readonly { clientId: string; visitId: string }[],
): Promise<Map<string, string>> {
  if (asked.length === 0) return new Map()
  const found = await tx
    .select({ id: visits.id, firstName: visits.firstName, lastName: visits.lastName })
    .from(visits)
    .where(
      and(
        isOneOf(visits.clientId, [...new Set(asked.map(({ clientId }) => clientId))]),
        isOneOf(visits.id, [...new Set(asked.map(({ visitId }) => visitId))]),
        inArray(
          visits.signedInAt,
          asked.map(({ visitId }) => timeOfId(visitId)),
        ),
      ),
    )
  return new Map(found.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`.trim()]))
}

/**
 * Deletes the person's notifications.
 * @param input up to the id `through`, without counters that grew after `as_of`; else all
 */
export async function clearNotifications(
  { db, actor }: Context<StaffActor>,
  { through, as_of: asOf }: { through?: string | undefined; as_of?: string | undefined },
): Promise<void> {
  const { clientId, userId } = actor
  await withScope(db, actor.ownScope, (tx) =>
    tx
      .delete(notifications)
      .where(
        and(
          hasValues(notifications, { clientId, userId }),
          through === undefined ? undefined : lte(notifications.id, through),
          asOf === undefined
            ? undefined
            : sql`coalesce((${notifications.values} ->> 'countedAt')::timestamptz <= ${asOf}::timestamptz, true)`,
        ),
      ),
  )
}

function toNotification(
  row: typeof notifications.$inferSelect,
  language: Language,
  names: EventValues,
): Notification {
  const { kind } = row
  const values: EventValues = {
    ...row.values,
    ...names,
    ...wordsOfStoredRefusal(row, language),
    ...wordsOfFurtherRefusals(row, language),
    ...wordsOfFailedNotice(row, language),
  }
  const isEvent = isNotificationEvent(kind) || kind === 'test'
  const told = isEvent ? textInside(kind, language, values) : textOfNotice(kind, language, values)
  const at = row.createdAt.toISOString()
  return {
    id: row.id,
    name: told?.title ?? null,
    message: told?.text ?? kind,
    date: at,
    level: row.level,
    icon: isNotificationEvent(kind) ? notificationEvents[kind].icon : kind,
    link: isEvent ? pathOf(kind, values) : linkOfNotice(kind, values),
    last_modified: row.values['countedAt'] ?? at,
  }
}

function textOfNotice(kind: string, language: Language, values: EventValues): EventText | undefined {
  if (!isBellKind(kind)) return undefined
  const { title, text } = noticeMessages[language][kind]
  return { title, text: fillIn(text, values) }
}

function linkOfNotice(kind: string, values: EventValues): string | null {
  if (kind === 'further_stored_refused') return pathOf('stored_refused', values)
  if (kind === 'notice_failed') return '/settings/failed_deliveries'
  return kind.startsWith('ban_exception_') ? '/settings/bans?state=in_force' : null
}

/** The event whose notices failed, in the reader's language. */
function wordsOfFailedNotice(
  { kind, values: { event = '' } }: Pick<typeof notifications.$inferSelect, 'kind' | 'values'>,
  language: Language,
): Record<string, string> {
  if (kind !== 'notice_failed' || !isNotificationEvent(event)) return {}
  return { event: eventWords[language].events[event].label }
}

/** The placeholders of a counter of further refusals. */
function wordsOfFurtherRefusals(
  { values }: Pick<typeof notifications.$inferSelect, 'values'>,
  language: Language,
): Record<string, string> {
  const { lastAt, timeZone, people = '' } = values
  if (lastAt === undefined) return {}
  return {
    time: formatDateTime(lastAt, language, timeZoneOf(timeZone)),
    people: new Intl.ListFormat(language, { type: 'unit' }).format(people.split('\n')),
  }
}

/** The placeholders of a stored sign-in or sign-out that was refused, in the reader's language. */
function wordsOfStoredRefusal(
  { values }: Pick<typeof notifications.$inferSelect, 'values'>,
  language: Language,
): Record<string, string> {
  const { at, timeZone, reason = '', direction, person } = values
  if (at === undefined) return {}
  return {
    time: formatDateTime(at, language, timeZoneOf(timeZone)),
    late_reason: lateRefusalWords[language][reason] ?? reason,
    stored_action: storedWords[language][direction === 'out' ? 'out' : 'in'],
    person: person || storedWords[language].somebody,
  }
}
