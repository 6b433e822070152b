import { auditOf, recordExport } from '../../db/audit.ts'
import type { InputOf } from '@gatehouse/validation/endpoints/all'
import type { EndpointExport } from '@gatehouse/validation/endpoint'
import { exportFileName } from '@gatehouse/validation/export-name'
import { auditedActorOf, type Context, getWorkingScope, ownerOf, type ReadingActor } from '../../context.ts'
import { type Exports, readRowsInParts } from '../../db/open-export.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { DAY_MS } from '../../lib/durations.ts'
import { countQuery, type LogQuestion, searchedRange, wholeQuery } from './entries.ts'
import { type ExportedRow, exportColumns, toExportRows, writeRows } from './export-rows.ts'
import { readQuestion } from './queries.ts'

type Query = InputOf<'exportAccessLog'>['query']

const COUNTED_MS = 31 * DAY_MS

/**
 * The log entries that match the filters, latest first, with a row for each answer. All are read in
 * one snapshot. The export and its number of rows are recorded before the first row is sent.
 */
export async function exportAccessLog(
  { db, actor, now }: Pick<Context<ReadingActor>, 'db' | 'actor' | 'now'>,
  exports: Exports,
  query: Query,
): Promise<EndpointExport> {
  const { format } = query
  const scope = getWorkingScope(actor)
  let siteName: string | undefined
  const { rows, text } = await exports.open(scope, ownerOf(actor), async (tx) => {
    const { question } = await readQuestion(tx, actor, query, now)
    siteName = question.site?.name
    const counted = await countRows(tx, actor, question)
    const onCancelled = await recordExport(db, scope, 'access-log', {
      ...auditOf({ actor: auditedActorOf(actor), now }, 'access_log.exported', 'client', {
        clientId: scope.clientId,
        id: scope.clientId,
      }),
      details: {
        search: query.search ?? null,
        site: query.site ?? null,
        from: question.range.from.toISOString(),
        to: question.range.to.toISOString(),
        filters: filterTexts(query),
        rows: counted,
      },
    })
    return {
      rows: counted,
      text: writeRows(format, toExportRows(readWholeLog(tx, actor, question))),
      onCancelled,
    }
  })
  const filters = [siteName, query.event, query.result, query.kind, query.search]
  const name = exportFileName('access-log', filters, rows, now)
  return format === 'csv'
    ? { name, rows, text }
    : { name: name.replace(/csv$/, format), type: 'application/x-ndjson', rows, text }
}

/** The filters that have no field of their own in the audit record. */
function filterTexts(query: Query): string[] {
  const { method, kind, role, event, result, stay, weekday, hour, question, answer } = query
  const filters = { method, kind, role, event, result, stay, weekday, hour, question, answer }
  return Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]))
}

/** Counts the rows month by month, so that no statement takes long, however large the log is. */
async function countRows(tx: Transaction, actor: ReadingActor, question: LogQuestion): Promise<number> {
  const range = searchedRange(question)
  let rows = 0
  for (let from = range.from; from < range.to;) {
    const to = new Date(Math.min(from.getTime() + COUNTED_MS, range.to.getTime()))
    const counted = countQuery(actor, { ...question, range: { from, to } })
    const [row] = await tx.execute<{ rows: number }>(counted)
    rows += row?.rows ?? 0
    from = to
  }
  return rows
}

/** All entries, latest first, in index order, so nothing is sorted before the first row. */
export function readWholeLog(
  tx: Transaction,
  actor: ReadingActor,
  question: LogQuestion,
): AsyncIterable<readonly ExportedRow[]> {
  const whole = { ...question, range: searchedRange(question) }
  return readRowsInParts(tx, wholeQuery(actor, whole, exportColumns(actor)), (next) =>
    tx.execute<ExportedRow>(next),
  )
}
