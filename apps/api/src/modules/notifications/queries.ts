import type { Notification } from '@gatehouse/validation/endpoints/notifications'
import type { Language } from '@gatehouse/validation/vocabulary'
import { timeZoneOf } from '@gatehouse/i18n/format/time-zone'
import { formatDateTime } from '@gatehouse/i18n/format/zoned-times'
import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Context, StaffActor } from '../../context.ts'
import { clients } from '../../db/schema/clients.ts'
import { notifications } from '../../db/schema/notifications.ts'
import { users } from '../../db/schema/users.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { lateRefusalWords } from './late-refusal-words.ts'
import { isBellKind, noticeMessages } from './notices.ts'

const MAX_SHOWN = 100

/** The person's notifications in their language, the newest first. */
export async function listNotifications({ db, actor }: Context<StaffActor>): Promise<Notification[]> {
  const { clientId, userId } = actor
  return withScope(
    db,
    actor.ownScope,
    async (tx) => {
      const rows = await tx
        .select({ notification: notifications, own: users.language, ofClient: clients.language })
        .from(notifications)
        .innerJoin(users, and(eq(users.clientId, notifications.clientId), eq(users.id, notifications.userId)))
        .innerJoin(clients, eq(clients.id, notifications.clientId))
        .where(and(eq(notifications.clientId, clientId), eq(notifications.userId, userId)))
        .orderBy(desc(notifications.id))
        .limit(MAX_SHOWN)
      const names = await findNames(
        tx,
        clientId,
        rows.flatMap(({ notification }) => notification.values['user'] ?? []),
      )
      return rows.map(({ notification, own, ofClient }) =>
        toNotification(notification, own ?? ofClient, names.get(notification.values['user'] ?? '') ?? ''),
      )
    },
    { readOnly: true },
  )
}

/**
 * The names of the users that notifications are about. They are read by themselves: a join by an id from JSON would read all users of the client,
 * because row-level security lets no index be searched for what such an expression says.
 */
async function findNames(
  tx: Transaction,
  clientId: string,
  userIds: readonly string[],
): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map()
  const found = await tx
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(and(eq(users.clientId, clientId), inArray(users.id, [...new Set(userIds)])))
  return new Map(
    found.map(({ id, firstName, lastName }) => [id, [firstName, lastName].filter(Boolean).join(' ')]),
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
