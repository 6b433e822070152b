import type { UserStatus } from '@gatehouse/validation/vocabulary'
import { and, eq, sql } from 'drizzle-orm'
import type { Context, StaffActor } from '../../context.ts'
import { auditOf, recordAudits } from '../../db/audit.ts'
import type { Database } from '../../db/client.ts'
import { hasIdOf, isOneOfTexts } from '../../db/is-one-of.ts'
import { logins, users } from '../../db/schema/users.ts'
import { findTakenEmails } from '../../db/tenant-lookups.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { noticeWaiting, userColumns } from './user-input.ts'
import type { UserDeps } from './create-user.ts'
import { findTakenIdentities } from './claim-identity.ts'
import { recordInvitations } from './invite-user.ts'
import type { Faults, ReadyRow } from './read-import-rows.ts'
import { json } from '../../db/sql-values.ts'

function noteTaken(faults: Faults, { line }: ReadyRow, field: string): void {
  const { fields } = faults.get(line) ?? { fields: {} }
  faults.set(line, { code: 'conflict', fields: { ...fields, [field]: 'already_in_use' } })
}

/** Notes the rows whose email somebody has. @returns these emails */
export async function noteTakenEmails(
  db: Database,
  rows: readonly ReadyRow[],
  faults: Faults,
): Promise<string[]> {
  const taken = await findTakenEmails(
    db,
    rows.map(({ keys }) => keys.email),
  )
  for (const row of rows) if (taken.has(row.keys.email)) noteTaken(faults, row, 'email')
  return [...taken]
}

/** Notes the rows whose employee number somebody has, and then those of others whose name and mobile somebody has. */
export async function noteTakenPeople(
  tx: Transaction,
  { banKeys }: UserDeps,
  clientId: string,
  rows: readonly ReadyRow[],
  faults: Faults,
): Promise<void> {
  const numbers = rows.map(({ keys }) => keys.number).filter((number) => number !== '')
  const found = await tx
    .select({ number: users.employeeNumberKey })
    .from(users)
    .where(and(eq(users.clientId, clientId), isOneOfTexts(sql`${users.employeeNumberKey}`, numbers)))
  const taken = new Set(found.map(({ number }) => number))
  for (const row of rows) if (taken.has(row.keys.number)) noteTaken(faults, row, 'employee_number')
  const others = rows.filter(({ line }) => !faults.has(line))
  for (const row of await findTakenIdentities(tx, banKeys, clientId, others)) noteTaken(faults, row, 'mobile')
}

/**
 * Writes rows that can be written. An email or a number that somebody took since it was looked up is noted.
 * @returns how many were written
 */
export async function writeRows(
  tx: Transaction,
  { actor, now }: Context<StaffActor>,
  { clientId, mayApprove, sendsMail }: { clientId: string; mayApprove: boolean; sendsMail: boolean },
  rows: readonly ReadyRow[],
  faults: Faults,
  invite: boolean,
): Promise<number> {
  if (rows.length === 0) return 0
  const status: UserStatus = mayApprove ? 'active' : 'pending'
  const inserted = await tx
    .insert(users)
    .values(
      rows.map(({ id, input, person, personKey, keys }) => ({
        clientId,
        id,
        ...userColumns(input),
        emailKey: keys.email,
        ...person,
        personKey,
        status,
        createdAt: now,
        lastModified: now,
      })),
    )
    // The employee number is the only value of a row that can be taken.
    .onConflictDoNothing()
    .returning({ id: users.id })
  const written = new Set(inserted.map(({ id }) => id))
  for (const row of rows) if (!written.has(row.id)) noteTaken(faults, row, 'employee_number')
  const numbered = rows.filter(({ id }) => written.has(id))
  if (numbered.length === 0) return 0
  const opened = await tx
    .insert(logins)
    .values(numbered.map(({ id, keys }) => ({ emailKey: keys.email, clientId, userId: id })))
    .onConflictDoNothing()
    .returning({ userId: logins.userId })
  const withLogin = new Set(opened.map(({ userId }) => userId))
  const refused = numbered.filter(({ id }) => !withLogin.has(id))
  for (const row of refused) noteTaken(faults, row, 'email')
  if (refused.length > 0) {
    await tx.delete(users).where(and(eq(users.clientId, clientId), hasIdOf(users.id, refused)))
  }
  const done = numbered.filter(({ id }) => withLogin.has(id))
  const entries = done.flatMap(({ id, input }) =>
    (input.access ?? []).map((entry) => ({
      user_id: id,
      site_id: entry.site_id,
      user_type: entry.user_type,
    })),
  )
  if (entries.length > 0)
    await tx.execute(sql`
      insert into access_entries (client_id, user_id, site_id, user_type)
      select ${clientId}::uuid, user_id, site_id, user_type
      from jsonb_to_recordset(${json(entries)}) as entry (user_id uuid, site_id uuid, user_type text)`)
  await recordAudits(
    tx,
    done.map(({ id, input: { invite: _, ...given } }) => ({
      ...auditOf({ actor, now }, 'user.imported', 'user', { clientId, id }),
      details: { before: {}, after: { ...given, status } },
    })),
  )
  const [first] = done
  if (first && status === 'pending') await noticeWaiting(tx, { clientId, id: first.id }, now)
  if (sendsMail && invite && status === 'active')
    await recordInvitations(
      tx,
      done.map(({ id, input: { email } }) => ({ clientId, userId: id, email })),
      now,
    )
  return done.length
}
