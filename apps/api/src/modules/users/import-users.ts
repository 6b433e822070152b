import type { EndpointInput } from '@gatehouse/validation/endpoint'
import type { ImportReport, importUsersEndpoint } from '@gatehouse/validation/endpoints/users'
import { errorSentences, fieldSentences } from '@gatehouse/validation/error-sentences'
import { sql } from 'drizzle-orm'
import { type Context, getWorkingScope, type StaffActor } from '../../context.ts'
import { tryLock } from '../../db/locks.ts'
import { withScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { takeTurns } from '../../lib/take-turns.ts'
import type { UserDeps } from './create-user.ts'
import { limitComparisons, limitFoundEmails } from './limit-disclosures.ts'
import { readCsv } from './read-csv.ts'
import { type Faults, readContext, type ReadyRow, readRow } from './read-import-rows.ts'
import { noteTakenEmails, noteTakenPeople, writeRows } from './write-import-rows.ts'

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
