import type { InputOf } from '@gatehouse/validation/endpoints/all'
import type { ImportReport } from '@gatehouse/validation/endpoints/users'
import { errorSentences } from '@gatehouse/validation/error-sentences'
import { fieldSentences } from '@gatehouse/validation/field-codes'
import { limits as business } from '@gatehouse/validation/limits'
import { findNumberWarnings } from '@gatehouse/validation/people-file'
import type { UserStatus } from '@gatehouse/validation/vocabulary'
import { and, eq, inArray, not, sql } from 'drizzle-orm'
import { type Context, getWorkingScope, type StaffActor } from '../../context.ts'
import { auditOf, recordAudits } from '../../db/audit.ts'
import type { Database } from '../../db/client.ts'
import { hasIdOf, isOneOfTexts, json } from '../../db/sql-values.ts'
import { tryLock } from '../../db/locks.ts'
import { logins, users } from '../../db/schema/users.ts'
import type { ClientScope } from '../../db/scopes.ts'
import { type Transaction, withReadScope, withScope } from '../../db/tenancy.ts'
import { findTakenEmails } from '../../db/tenant-lookups.ts'
import { AppError } from '../../lib/app-error.ts'
import { takeTurns } from '../../lib/take-turns.ts'
import { readingsOf } from '../identity/fold-name.ts'
import { takeGuess } from '../identity/limit-guesses.ts'
import type { Person } from '../identity/person-key.ts'
import {
  canReadMobilesOfUsers,
  END_DIGITS,
  endOfMobile,
  readsAllMobiles,
} from '../people/mobile-visibility.ts'
import { findTakenIdentities } from './claim-identity.ts'
import type { UserDeps } from './create-user.ts'
import { recordInvitations } from './invite-user.ts'
import { isListedUser } from './policy.ts'
import { readCsv } from './read-csv.ts'
import { type Faults, readContext, readRow, type ReadyRow } from './read-import-rows.ts'
import { noticeWaiting, userColumns } from './user-input.ts'

/**
 * Limits how many emails of accounts that the caller can't see a call may reveal as taken.
 * @throws AppError `too_many_requests`
 */
async function limitFoundEmails(
  { db, actor, limits }: Context<StaffActor>,
  scope: ClientScope,
  taken: readonly string[],
): Promise<void> {
  if (actor.siteAdmin || taken.length === 0) return
  const visible = await withReadScope(db, scope, (tx) =>
    tx
      .select({ email: users.emailKey })
      .from(users)
      .where(
        and(
          eq(users.clientId, scope.clientId),
          isOneOfTexts(sql`${users.emailKey}`, taken),
          isListedUser(actor),
        ),
      ),
  )
  const known = new Set(visible.map(({ email }) => email))
  const hidden = taken.filter((email) => !known.has(email))
  for (const _ of hidden) await limits.take('accountEmails', actor.userId)
}

/**
 * Limits how many people a call may compare with users whose mobile is masked to the caller. A
 * mobile with another end does not count, because the mask already reveals the difference.
 * @throws AppError `too_many_requests`
 */
async function limitComparisons(
  ctx: Context<StaffActor>,
  scope: ClientScope,
  people: readonly Person[],
): Promise<void> {
  const { db, actor } = ctx
  const named = people.filter(({ mobile }) => mobile !== '')
  if (readsAllMobiles(actor) || named.length === 0) return
  const ends = [...new Set(named.map(({ mobile }) => endOfMobile(mobile)))]
  const masked = await withReadScope(db, scope, (tx) =>
    tx
      .select({ firstName: users.firstName, lastName: users.lastName, mobile: users.mobile })
      .from(users)
      .where(
        and(
          eq(users.clientId, scope.clientId),
          inArray(users.status, ['active', 'pending']),
          isOneOfTexts(sql`right(${users.mobile}, ${END_DIGITS})`, ends),
          not(canReadMobilesOfUsers(actor)),
        ),
      ),
  )
  const known = new Set<string>()
  const keysOf = (person: Person) => {
    const end = endOfMobile(person.mobile)
    return readingsOf(person).map((reading) => ({ reading, key: `${end} ${reading}` }))
  }
  for await (const person of takeTurns(masked)) for (const { key } of keysOf(person)) known.add(key)
  for await (const person of takeTurns(named)) {
    const shared = keysOf(person).filter(({ key }) => known.has(key))
    if (shared.length > 0)
      await takeGuess(
        ctx,
        shared.map(({ reading }) => reading),
      )
  }
}

/** A file of ten thousand people takes half a minute on a busy server. */
const STATEMENT_MS = 30_000
const WHOLE_MS = 180_000
/** A larger statement would block the event loop for too long. */
const WRITTEN_AT_ONCE = 100

/**
 * Creates users from a CSV file. A faulty row doesn't stop the others. All rows are checked first;
 * a dry run ends there, so both report the same faults. A file that would reveal too much about
 * people whom the caller can't see is refused as a whole.
 * @throws AppError as `readCsv`, `client_not_chosen`, `too_many_requests`, and `import_running`
 *   while another node imports for the client
 */
export async function importUsers(
  ctx: Context<StaffActor>,
  deps: UserDeps,
  query: InputOf<'importUsers'>['query'],
  bytes: Uint8Array,
): Promise<ImportReport> {
  const { db, actor } = ctx
  const scope = getWorkingScope(actor)
  const { firstLine, records } = await readCsv(bytes)
  const moved = query.first_line === undefined ? 0 : query.first_line - firstLine
  const rows = records.map((record) => Object.assign({}, record, { line: record.line + moved }))
  const faults: Faults = new Map()
  const context = await withScope(db, scope, (tx) => readContext(tx, actor, scope.clientId, rows), {
    readOnly: true,
  })
  const read: ReadyRow[] = []
  for await (const row of takeTurns(rows)) {
    const ready = readRow(row, context, deps, faults, ctx.now)
    if (ready) read.push(ready)
  }
  await limitFoundEmails(ctx, scope, await noteTakenEmails(db, read, faults))
  await limitComparisons(
    ctx,
    scope,
    read.filter(({ line }) => !faults.has(line)).map(({ person }) => person),
  )
  const created = await withScope(
    db,
    scope,
    async (tx) => {
      if (!(await tryLock(tx, `import ${scope.clientId}`))) throw new AppError('import_running')
      await noteTakenPeople(tx, deps, scope.clientId, read, faults)
      const free = read.filter(({ line }) => !faults.has(line))
      if (query.dry_run === 'true') return free.length
      let written = 0
      for (let at = 0; at < free.length; at += WRITTEN_AT_ONCE) {
        // A connection caches the plans of reference checks. Those made for an almost empty table
        // would read all users of the client per row.
        await tx.execute(sql`discard plans`)
        const part = free.slice(at, at + WRITTEN_AT_ONCE)
        written += await writeRows(
          tx,
          ctx,
          { ...context, sendsMail: deps.sendsMail },
          part,
          faults,
          query.invite === 'true',
        )
      }
      return written
    },
    { statementTimeoutMs: STATEMENT_MS, deadlineMs: WHOLE_MS },
  )
  const warnings = [
    ...findNumberWarnings(new Map(rows.map(({ line, row }) => [line, row.employee_number ?? '']))),
  ].filter(([line]) => !faults.has(line))
  const more = faults.size - business.importFile.faults
  return {
    rows: rows.length,
    created,
    ...(more > 0 && { more_faults: more }),
    faults: [...faults]
      .toSorted(([one], [other]) => one - other)
      .slice(0, business.importFile.faults)
      .map(([line, { code, fields }]) => ({
        line,
        code,
        message: errorSentences[code],
        fields: Object.fromEntries(Object.entries(fields).map(([name, key]) => [name, fieldSentences[key]])),
        field_codes: fields,
      })),
    ...(warnings.length > 0 && {
      warnings: warnings
        .toSorted(([one], [other]) => one - other)
        .slice(0, business.importFile.faults)
        .map(([line, key]) => ({
          line,
          fields: { employee_number: fieldSentences[key] },
          field_codes: { employee_number: key },
        })),
    }),
  }
}

function noteTaken(faults: Faults, { line }: ReadyRow, field: string): void {
  const { fields } = faults.get(line) ?? { fields: {} }
  faults.set(line, { code: 'conflict', fields: { ...fields, [field]: 'already_in_use' } })
}

/** Adds faults for rows whose email is taken. @returns these emails */
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

/** Adds faults for taken employee numbers, then for others with a taken name and mobile. */
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
 * Writes rows without faults. Emails and numbers that were taken since the check become faults.
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
      done.map(({ id, input: { email } }) => ({ clientId, userId: id, email, by: actor })),
      now,
    )
  return done.length
}
