import { and, eq, exists, inArray, or, sql } from 'drizzle-orm'
import { notifications } from '../../db/schema/notifications.ts'
import { accessEntries, users } from '../../db/schema/users.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { newId } from '../../lib/ids.ts'
import { type BellKind, bellLevels } from './notices.ts'

const MAX_PEOPLE = 50

/** Tells in the bell what happened at a site: the admins of the client, and its managers and staff. */
export async function notifySite(
  tx: Transaction,
  { clientId, siteId }: { clientId: string; siteId: string },
  kind: BellKind,
  at: Date,
  values: Record<string, string>,
): Promise<void> {
  const entry = tx
    .select({ one: sql`1` })
    .from(accessEntries)
    .where(
      and(
        eq(accessEntries.clientId, users.clientId),
        eq(accessEntries.userId, users.id),
        eq(accessEntries.siteId, siteId),
        inArray(accessEntries.userType, ['Manager', 'Staff']),
      ),
    )
  const people = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(eq(users.clientId, clientId), eq(users.status, 'active'), or(eq(users.admin, true), exists(entry))),
    )
    .orderBy(users.id)
    .limit(MAX_PEOPLE)
  if (people.length === 0) return
  await tx.insert(notifications).values(
    people.map(({ id: userId }) => ({
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
