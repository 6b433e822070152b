import type { Notification } from '@gatehouse/validation/endpoints/notifications'
import type { Language } from '@gatehouse/validation/vocabulary'
import { timeZoneOf } from '@gatehouse/i18n/format/time-zone'
import { formatDateTime } from '@gatehouse/i18n/format/zoned-times'
import { and, desc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Context, StaffActor } from '../../context.ts'
import { clients } from '../../db/schema/clients.ts'
import { notifications } from '../../db/schema/notifications.ts'
import { users } from '../../db/schema/users.ts'
import { withScope } from '../../db/tenancy.ts'
import { lateRefusalWords } from './late-refusal-words.ts'
import { isBellKind, noticeMessages } from './notices.ts'

/** The user that a notification is about, where that is not its owner. */
const about = alias(users, 'about')

const MAX_SHOWN = 100

/** The person's notifications in their language, the newest first. */
export async function listNotifications({ db, actor }: Context<StaffActor>): Promise<Notification[]> {
  const { clientId, userId } = actor
  const rows = await withScope(
    db,
    actor.ownScope,
    (tx) =>
      tx
        .select({
          notification: notifications,
          own: users.language,
          ofClient: clients.language,
          firstName: about.firstName,
          lastName: about.lastName,
        })
        .from(notifications)
        .innerJoin(users, and(eq(users.clientId, notifications.clientId), eq(users.id, notifications.userId)))
        .innerJoin(clients, eq(clients.id, notifications.clientId))
        .leftJoin(
          about,
          and(
            eq(about.clientId, notifications.clientId),
            eq(about.id, sql`(${notifications.values} ->> 'user')::uuid`),
          ),
        )
        .where(and(eq(notifications.clientId, clientId), eq(notifications.userId, userId)))
        .orderBy(desc(notifications.id))
        .limit(MAX_SHOWN),
    { readOnly: true },
  )
  return rows.map(({ notification, own, ofClient, firstName, lastName }) =>
    toNotification(notification, own ?? ofClient, [firstName, lastName].filter(Boolean).join(' ')),
  )
}

export async function clearNotifications({ db, actor }: Context<StaffActor>): Promise<void> {
  const { clientId, userId } = actor
  await withScope(db, actor.ownScope, (tx) =>
    tx
      .delete(notifications)
      .where(and(eq(notifications.clientId, clientId), eq(notifications.userId, userId))),
  )
}

function toNotification(
  row: typeof notifications.$inferSelect,
  language: Language,
  name: string,
): Notification {
  const message = isBellKind(row.kind) ? noticeMessages[language][row.kind] : undefined
  const values: Record<string, string | undefined> = {
    ...row.values,
    name,
    ...wordsOfLateRefusal(row, language),
  }
  const at = row.createdAt.toISOString()
  return {
    id: row.id,
    name: message?.title ?? null,
    message: message?.text.replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '') ?? row.kind,
    date: at,
    level: row.level,
    icon: row.kind,
    last_modified: at,
  }
}

/** What only the notice of a refused late sign-in says, in the reader's language. */
function wordsOfLateRefusal(
  { values }: Pick<typeof notifications.$inferSelect, 'values'>,
  language: Language,
): Record<string, string> {
  const { at, timeZone, reason = '' } = values
  if (at === undefined) return {}
  return {
    time: formatDateTime(at, language, timeZoneOf(timeZone)),
    late_reason: lateRefusalWords[language][reason] ?? reason,
  }
}
