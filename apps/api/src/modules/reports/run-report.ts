import type { AuditAction } from '@gatehouse/validation/audit-actions'
import type { EndpointExport } from '@gatehouse/validation/endpoint'
import type { ReportName } from '@gatehouse/validation/endpoints/reports'
import { exportFileName } from '@gatehouse/validation/export-name'
import { limits } from '@gatehouse/validation/limits'
import { type SQL, sql } from 'drizzle-orm'
import { type Context, getWorkingScope, ownerOf, type StaffActor } from '../../context.ts'
import { auditOf, recordAudit, recordExport } from '../../db/audit.ts'
import { type Exports, readRowsInParts } from '../../db/open-export.ts'
import { withListScope } from '../../db/select-page.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { type CsvRow, writeCsvRows } from '../../lib/csv.ts'
import { dayOf } from '../../lib/zoned-time.ts'
import {
  type Asked,
  type Asking,
  type CommonQuery,
  readAsking,
  type Report,
  type ReportRows,
} from './report.ts'

/** The first rows of a report and their total, as of one moment. Recorded in the audit log. */
export async function runReport<Query extends CommonQuery, Found, Extra>(
  ctx: Context<StaffActor>,
  report: Report<Query, Found, Extra>,
  query: Query,
): Promise<{ frame: ReturnType<typeof frameOf>; rows: readonly Found[]; extra: Extra }> {
  const { db, actor } = ctx
  const { asking, asked, read } = await withListScope(db, getWorkingScope(actor), async (tx) => {
    const asks = await readAsking(tx, ctx, query)
    const found = await report.ask(tx, asks, query)
    return { asking: asks, asked: found, read: await readFirst(tx, found) }
  })
  const entry = entryOf(ctx, report.name, 'report.run', { asking, asked, rows: read.total })
  await withScope(db, getWorkingScope(actor), (tx) => recordAudit(tx, entry))
  return { frame: frameOf(asking, asked, read.total), rows: read.rows, extra: asked.extra }
}

async function readFirst<Found>(
  tx: Transaction,
  asked: Asked<Found, unknown>,
): Promise<{ rows: readonly Found[]; total: number }> {
  if (!('statement' in asked.rows)) return { rows: asked.rows, total: asked.rows.length }
  const rows = await select<Found>(tx, sql`${inOrder(asked.rows)} limit ${limits.reports.shownRows}`)
  const isCut = rows.length === limits.reports.shownRows
  return { rows, total: isCut ? await countRows(tx, asked) : rows.length }
}

async function select<Found>(tx: Transaction, statement: SQL): Promise<readonly Found[]> {
  const rows: unknown = await tx.execute(statement)
  return rows as readonly Found[]
}

const inOrder = ({ statement, order }: ReportRows): SQL =>
  sql`select report.* from (${statement}) as report order by ${order}`

/** All rows of a report as CSV. Recorded in the audit log before the first row is sent. */
export async function exportReport<Query extends CommonQuery, Found, Extra>(
  ctx: Context<StaffActor>,
  exports: Exports,
  report: Report<Query, Found, Extra>,
  query: Query,
): Promise<EndpointExport> {
  const { actor, now } = ctx
  let siteName: string | undefined
  let days: string[] = []
  const { rows, text } = await exports.open(getWorkingScope(actor), ownerOf(actor), async (tx) => {
    const asking = await readAsking(tx, ctx, query)
    const asked = await report.ask(tx, asking, query)
    const total = await countRows(tx, asked)
    const frame = frameOf(asking, asked, total)
    siteName = asking.site?.name
    days = [...new Set([frame.first_day, frame.last_day])]
    const entry = entryOf(ctx, report.name, 'report.exported', { asking, asked, rows: total })
    const onCancelled = await recordExport(ctx.db, getWorkingScope(actor), report.name, entry)
    const values = Object.values(report.columns)
    const toRow = (row: Found) => values.map((valueOf) => valueOf(row, asking.timeZone))
    const names = Object.keys(report.columns)
    return { rows: total, text: writeCsvRows(names, inParts(tx, asked, toRow)), onCancelled }
  })
  return { name: exportFileName(report.name, [siteName, ...days], rows, now), rows, text }
}

async function countRows(tx: Transaction, { rows }: Asked<unknown, unknown>): Promise<number> {
  if (!('statement' in rows)) return rows.length
  const [row] = await tx.execute<{ total: number }>(
    sql`select count(*)::int as total from (${rows.statement}) as report`,
  )
  return row?.total ?? 0
}

async function* inParts<Found>(
  tx: Transaction,
  { rows }: Asked<Found, unknown>,
  toRow: (found: Found) => CsvRow,
): AsyncGenerator<CsvRow[]> {
  const parts =
    'statement' in rows ? readRowsInParts(tx, inOrder(rows), (next) => select<Found>(tx, next)) : [rows]
  for await (const part of parts) yield part.map(toRow)
}

/** The fields of a report's response besides its rows. */
function frameOf({ timeZone, site, asOf }: Asking, { range }: Asked<unknown, unknown>, total: number) {
  return {
    total,
    from: range.from.toISOString(),
    to: range.to.toISOString(),
    first_day: dayOf(range.from, timeZone),
    last_day: dayOf(new Date(range.to.getTime() - 1), timeZone),
    time_zone: timeZone,
    site: site?.name ?? null,
    as_of: asOf.toISOString(),
  }
}

interface Run {
  asking: Asking
  asked: Pick<Asked<unknown, unknown>, 'range' | 'target' | 'filters'>
  rows: number
}

/** The entry in the audit log. It names no person. */
const entryOf = (
  { actor, now }: Context<StaffActor>,
  report: ReportName,
  action: AuditAction,
  { asking: { clientId, site }, asked: { range, target, filters = [] }, rows }: Run,
) => ({
  ...auditOf({ actor, now }, action, 'site', { clientId, id: site?.id ?? null }),
  ...(target && { target }),
  details: {
    report,
    site: site?.id ?? null,
    from: range.from.toISOString(),
    to: range.to.toISOString(),
    filters,
    rows,
  },
})
