import { and, eq, isNull, sql } from 'drizzle-orm'
import { presence, visits } from '../../db/schema/visits.ts'
import { type Placeholders, pick, preparedQuery } from '../../db/prepared-query.ts'
import type { Transaction } from '../../db/tenancy.ts'

/** What the board shows of a person; a new sign-in replaces all of it. */
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
 * Puts a person on a site. Whoever was on it already is moved to the new visit, and the earlier one is closed as
 * superseded in the same transaction: nobody counts twice. Two sign-ins at once take turns on the person's row.
 */
export async function enterSite(tx: Transaction, arrival: NewPresence): Promise<void> {
  const [entered] = await upsertPresence(tx, arrival)
  if (!entered?.visitId || !entered.signedInAt) return
  const { clientId, signedInAt } = arrival
  const at = entered.signedInAt > signedInAt ? entered.signedInAt : signedInAt
  await tx
    .update(visits)
    .set({ endedAs: 'superseded', endedAt: at, supersededBy: arrival.visitId })
    .where(and(isVisit(clientId, entered.visitId, entered.signedInAt), isNull(visits.endedAs)))
}

/**
 * The visit of the person who is on the site now, which nobody changes until the transaction ends. Whoever writes presence and
 * visits locks presence first, so that two of them never wait for each other in a ring.
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

/** Takes whoever is there by this visit off the site. */
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

/** The one row of a visit, with the time that says which month to look in. */
export function isVisit(clientId: string, visitId: string, signedInAt: Date) {
  return and(eq(visits.clientId, clientId), eq(visits.signedInAt, signedInAt), eq(visits.id, visitId))
}
