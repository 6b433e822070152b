import type { EndpointExport, EndpointInput } from '@gatehouse/validation/endpoint'
import type { exportAccessLogEndpoint } from '@gatehouse/validation/endpoints/access-log-export'
import { exportFileName } from '@gatehouse/validation/export-name'
import { auditedActorOf, type Context, getWorkingScope, ownerOf, type ReadingActor } from '../../context.ts'
import { recordAudit } from '../../db/audit.ts'
import { cancelledExport } from '../../db/cancelled-export.ts'
import { type Exports, readValuesInParts } from '../../db/open-export.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { DAY_MS } from '../../lib/durations.ts'
import { answersOf, type ExportedRow, exportColumns } from './export-columns.ts'
import { columns, toExportRows } from './export-rows.ts'
import { readQuestion } from './queries.ts'
import { countQuery, crowdedQuery, type LogQuestion, searchedRange, wholeLogQuery } from './streams.ts'
import { writeRows } from './write-export.ts'

type Query = EndpointInput<typeof exportAccessLogEndpoint>['query']

const SPAN_ROWS = 50_000
/** No span passes over more rows of a stream, whichever of them are asked for. */
const CROWD_ROWS = 100_000
const COUNTED_MS = 31 * DAY_MS
/** So many are read at a time. What is gone soon is cheap to collect: with larger parts all rows would live so long that the heap grows. */
const PART_ENTRIES = 50

/**
 * The entries of the log that match the filters, the latest first, with a row for each answer. All are of one moment: they are read in one
 * transaction. The export is recorded before its first row is sent, with the number of its rows.
 * @throws AppError as `listAccessLog`, `exports_busy`
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
    await withScope(db, scope, (other) =>
      recordAudit(other, {
        clientId: scope.clientId,
        actor: auditedActorOf(actor),
        action: 'access_log.exported',
        target: { kind: 'client', id: scope.clientId },
        at: now,
        details: {
          search: query.search ?? null,
          site: query.site ?? null,
          from: question.range.from.toISOString(),
          to: question.range.to.toISOString(),
          filters: filterTexts(query),
          rows: counted,
        },
      }),
    )
    return {
      rows: counted,
      text: writeRows(format, columns, counted, toExportRows(readWholeLog(tx, actor, question, counted))),
      onCancelled: cancelledExport(db, scope, {
        clientId: scope.clientId,
        actor: auditedActorOf(actor),
        target: { kind: 'client', id: scope.clientId },
        name: 'access-log',
        rows: counted,
      }),
    }
  })
  const filters = [siteName, query.event, query.result, query.kind, query.search]
  const name = exportFileName('access-log', filters, rows, now)
  return format === 'csv'
    ? { name, rows, text }
    : { name: name.replace(/csv$/, format), type: 'application/x-ndjson', rows, text }
}

/** The filters beside those that have a field of their own. */
function filterTexts(query: Query): string[] {
  const { method, kind, role, event, result, stay, weekday, hour, question, answer } = query
  const filters = { method, kind, role, event, result, stay, weekday, hour, question, answer }
  return Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]))
}

/** How many rows there are, counted a month after the other: no statement takes long, however large the log is. */
async function countRows(tx: Transaction, actor: ReadingActor, question: LogQuestion): Promise<number> {
  const range = searchedRange(question)
  let rows = 0
  for (let from = range.from; from < range.to;) {
    const to = new Date(Math.min(from.getTime() + COUNTED_MS, range.to.getTime()))
    const counted = countQuery(actor, { ...question, range: { from, to } })
    if (!counted) return 0
    // oxlint-disable-next-line no-await-in-loop -- one connection
    const [row] = await tx.execute<{ rows: number }>(counted)
    rows += row?.rows ?? 0
    from = to
  }
  return rows
}

/**
 * All entries, the latest first, a span of time after the other: one query over the whole range would sort a large log before its first row.
 * @param expected how many rows there are, from which the first span follows
 * @param spanRows about so many are sorted together
 * @param crowdRows a span has no more rows of a stream, also where most lie close together
 */
export async function* readWholeLog(
  tx: Transaction,
  actor: ReadingActor,
  question: LogQuestion,
  expected: number,
  { spanRows = SPAN_ROWS, crowdRows = CROWD_ROWS } = {},
): AsyncGenerator<readonly ExportedRow[]> {
  let left = expected
  const whole = searchedRange(question)
  let to = whole.to.getTime()
  const first = whole.from.getTime()
  while (to > first) {
    // As if the rest were spread evenly. Where it is not, the span is shortened to what PostgreSQL sorts in a moment.
    const span = Math.ceil((to - first) * Math.min(1, spanRows / Math.max(1, left)))
    const even = { from: new Date(Math.max(first, to - span)), to: new Date(to) }
    // oxlint-disable-next-line no-await-in-loop -- the memory stays flat only where a span follows the one before
    const from = await findCrowd(tx, { ...question, range: even }, crowdRows)
    const range = { from: new Date(from), to: even.to }
    const query = wholeLogQuery(actor, { ...question, range }, exportColumns(actor))
    if (!query) return
    // oxlint-disable-next-line no-await-in-loop -- the memory stays flat only where a span follows the one before
    for await (const part of readValuesInParts<ExportedRow>(tx, query, PART_ENTRIES)) {
      yield part
      left -= countRowsOf(part)
    }
    to = from
  }
}

/** Where a span begins that has no more rows of a stream: at its own beginning, or later. */
async function findCrowd(tx: Transaction, question: LogQuestion, rows: number): Promise<number> {
  const [crowd] = await tx.execute<{ at: number | null }>(crowdedQuery(question, rows))
  return Math.max(question.range.from.getTime(), crowd?.at ?? -Infinity)
}

/** An entry has a row for each answer, or one without any. */
function countRowsOf(part: readonly ExportedRow[]): number {
  return part.reduce((sum, entry) => sum + Math.max(1, answersOf(entry)?.length ?? 0), 0)
}
