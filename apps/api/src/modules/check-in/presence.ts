import { and, eq, isNull, sql } from 'drizzle-orm'
import { presence, visits } from '../../db/schema/visits.ts'
import { type Placeholders, pick, preparedQuery } from '../../db/prepared-query.ts'
import type { Transaction } from '../../db/tenancy.ts'

/** The columns that a new sign-in replaces. */
const shown = [
  'methodId',
  'kind',
  'userId',
  'firstName',
  'lastName',
  'mobile',
  'dependents',
  'roleId',
  'roleName',
  'visitId',
  'signedInAt',
] as const
const key = ['clientId', 'siteId', 'personKey'] as const

type PresenceColumn = (typeof shown | typeof key)[number]
type NewPresence = Required<Pick<typeof presence.$inferInsert, PresenceColumn>>

const upsertPresence = preparedQuery((db, row: Placeholders<PresenceColumn>) =>
  db
    .insert(presence)
    .values(pick(row, [...key, ...shown]))
    .onConflictDoUpdate({
      target: key.map((name) => presence[name]),
      set: {
        ...Object.fromEntries(
          shown.map((name) => [name, sql`excluded.${sql.identifier(presence[name].name)}`]),
        ),
        supersededVisitId: sql`${presence.visitId}`,
        supersededSignedInAt: sql`${presence.signedInAt}`,
      },
    })
    .returning({ visitId: presence.supersededVisitId, signedInAt: presence.supersededSignedInAt }),
)

/**
 * Puts a person on a site. If the person is there already, the row moves to the new visit and the earlier visit is closed as superseded
 * in the same transaction, so nobody is counted twice. Two sign-ins at once wait for each other on this row.
 */
export async function enterSite(tx: Transaction, row: NewPresence): Promise<void> {
  const [entered] = await upsertPresence(tx, row)
  if (!entered?.visitId || !entered.signedInAt) return
  const { clientId, signedInAt } = row
  const at = entered.signedInAt > signedInAt ? entered.signedInAt : signedInAt
  await tx
    .update(visits)
    .set({ endedAs: 'superseded', endedAt: at, supersededBy: row.visitId })
    .where(and(isVisit(clientId, entered.visitId, entered.signedInAt), isNull(visits.endedAs)))
}

/**
 * Locks the presence of a person at a site until the transaction ends, and returns its visit. Every transaction that writes both tables
 * locks presence before visits, so there is no deadlock.
 */
export async function lockPresence(
  tx: Transaction,
  { clientId, siteId, personKey }: Pick<NewPresence, (typeof key)[number]>,
): Promise<{ visitId: string; signedInAt: Date } | undefined> {
  const [row] = await tx
    .select({ visitId: presence.visitId, signedInAt: presence.signedInAt })
    .from(presence)
    .where(
      and(eq(presence.clientId, clientId), eq(presence.siteId, siteId), eq(presence.personKey, personKey)),
    )
    .for('update')
  return row
}

/** Takes the person of a visit off the site, if that visit is the one that is open. */
export async function leaveSite(
  tx: Transaction,
  {
    clientId,
    siteId,
    id,
    signedInAt,
  }: Pick<typeof visits.$inferSelect, 'clientId' | 'siteId' | 'id' | 'signedInAt'>,
): Promise<void> {
  await tx
    .delete(presence)
    .where(
      and(
        eq(presence.clientId, clientId),
        eq(presence.siteId, siteId),
        eq(presence.signedInAt, signedInAt),
        eq(presence.visitId, id),
      ),
    )
}

/** The one row of a visit. The time of its sign-in names the partition. */
export function isVisit(clientId: string, visitId: string, signedInAt: Date) {
  return and(eq(visits.clientId, clientId), eq(visits.signedInAt, signedInAt), eq(visits.id, visitId))
}
