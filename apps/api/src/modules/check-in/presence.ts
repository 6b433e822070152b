import { and, eq, isNull, sql } from 'drizzle-orm'
import { presence, visits } from '../../db/schema/visits.ts'
import { type Blanks, pick, statement } from '../../db/statement.ts'
import type { Transaction } from '../../db/tenancy.ts'

/** What the board shows of a person; a new sign-in replaces all of it. */
const shown = [
  'methodId',
  'kind',
  'userId',
  'firstName',
  'lastName',
  'mobile',
  'dependants',
  'roleId',
  'roleName',
  'visitId',
  'signedInAt',
] as const
const key = ['clientId', 'siteId', 'personKey'] as const

type PresenceColumn = (typeof shown | typeof key)[number]
type NewPresence = Required<Pick<typeof presence.$inferInsert, PresenceColumn>>

const upsertPresence = statement((db, row: Blanks<PresenceColumn>) =>
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
    .set({ endedAs: 'superseded', endedAt: at })
    .where(and(isVisit(clientId, entered.visitId, entered.signedInAt), isNull(visits.endedAs)))
}

/** The one row of a visit, with the time that says which month to look in. */
export function isVisit(clientId: string, visitId: string, signedInAt: Date) {
  return and(eq(visits.clientId, clientId), eq(visits.signedInAt, signedInAt), eq(visits.id, visitId))
}
