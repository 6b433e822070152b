import type { EndpointInput } from '@gatehouse/validation/endpoint'
import type { ImportReport, importUsersEndpoint } from '@gatehouse/validation/endpoints/users'
import { errorSentences } from '@gatehouse/validation/error-sentences'
import { fieldSentences } from '@gatehouse/validation/field-codes'
import { sql, and, eq, inArray, not } from 'drizzle-orm'
import { type Context, getWorkingScope, type StaffActor } from '../../context.ts'
import { tryLock } from '../../db/locks.ts'
import { withScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { takeTurns } from '../../lib/take-turns.ts'
import type { UserDeps } from './create-user.ts'
import { readCsv } from './read-csv.ts'
import { type Faults, readContext, type ReadyRow, readRow } from './read-import-rows.ts'
import { noteTakenEmails, noteTakenPeople, writeRows } from './write-import-rows.ts'
import { users } from '../../db/schema/users.ts'
import type { ClientScope } from '../../db/scopes.ts'
import { readingsOf } from '../identity/fold-name.ts'
import { takeGuess } from '../identity/limit-guesses.ts'
import type { Person } from '../identity/person-key.ts'
import {
  canReadMobilesOfUsers,
  END_DIGITS,
  endOfMobile,
  readsAllMobiles,
} from '../people/mobile-visibility.ts'
import { isOneOfTexts } from '../../db/is-one-of.ts'
import { isListedUser } from './policy.ts'

/**
 * Limits how many emails of accounts that the caller cannot see a call finds to be taken.
 * @throws AppError `too_many_requests`
 */
async function limitFoundEmails(
  { db, actor, limits }: Context<StaffActor>,
  scope: ClientScope,
  taken: readonly string[],
): Promise<void> {
  if (actor.siteAdmin || taken.length === 0) return
  const visible = await withScope(
    db,
    scope,
    (tx) =>
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
    { readOnly: true },
  )
  const known = new Set(visible.map(({ email }) => email))
  const hidden = taken.filter((email) => !known.has(email))
  for (const _ of hidden) await limits.take('accountEmails', actor.userId)
}

/**
 * Limits how many of these people a call compares with users whose mobile is masked to the caller.
 * One with another end of the mobile does not count: the mask shows as much.
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
  const masked = await withScope(
    db,
    scope,
    (tx) =>
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
    { readOnly: true },
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

/** A file of ten thousand people takes half a minute where the server is busy. */
const STATEMENT_MS = 30_000
const WHOLE_MS = 180_000
/** A statement of more rows would hold the event loop for longer than other requests should wait. */
const WRITTEN_AT_ONCE = 100

/**
 * Creates users from a CSV file. A row at fault stops no other. All rows are checked first; a dry run ends there, so both find the same faults.
 * A file that finds out too much about people whom the caller cannot see is refused as a whole.
 * @throws AppError as `readCsv`, `client_not_chosen`, `too_many_requests`, and `import_running`
 *   while another node imports for the client
 */
export async function importUsers(
  ctx: Context<StaffActor>,
  deps: UserDeps,
  query: EndpointInput<typeof importUsersEndpoint>['query'],
  bytes: Uint8Array,
): Promise<ImportReport> {
  const { db, actor } = ctx
  const scope = getWorkingScope(actor)
  const rows = (await readCsv(bytes)).map(({ line, row, isTooLong }) => ({
    row,
    isTooLong,
    line: line - 1 + query.first_line,
  }))
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
        // The plans that check references are kept by the connection. Those of an almost empty table read all users of a client for each row.
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
  return {
    rows: rows.length,
    created,
    faults: [...faults]
      .toSorted(([one], [other]) => one - other)
      .map(([line, { code, fields }]) => ({
        line,
        code,
        message: errorSentences[code],
        fields: Object.fromEntries(Object.entries(fields).map(([name, key]) => [name, fieldSentences[key]])),
        field_codes: fields,
      })),
  }
}
