import type { EndpointExport, EndpointInput } from '@gatehouse/validation/endpoint'
import type { exportAccessLogEndpoint } from '@gatehouse/validation/endpoints/access-log-export'
import { exportFileName } from '@gatehouse/validation/export-name'
import { auditedActorOf, type Context, getWorkingScope, ownerOf, type ReadingActor } from '../../context.ts'
import { recordAudit } from '../../db/audit.ts'
import type { Exports } from '../../db/open-export.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import type { LogPlace } from './cursor.ts'
import { type ExportedRow, exportColumns } from './export-columns.ts'
import { columns, toExportRows } from './export-rows.ts'
import { readQuestion } from './queries.ts'
import { countQuery, type LogQuestion, logQuery } from './streams.ts'
import { writeRows } from './write-export.ts'

type Query = EndpointInput<typeof exportAccessLogEndpoint>['query']

/** So many entries are read at a time, each part from the key where the one before ended. */
const PART_ENTRIES = 4000

/**
 * The entries of the log that match the filters, the latest first, with a row for each answer. All are of one moment: they are read in one
 * transaction. The export is recorded before its first row is sent, with the number of its rows.
 * @throws AppError as `listAccessLog`, `exports_busy`
 */
export async function exportAccessLog(
  { db, actor, now }: Context<ReadingActor>,
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
      text: writeRows(format, columns, counted, toExportRows(readParts(tx, actor, question))),
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

async function countRows(tx: Transaction, actor: ReadingActor, question: LogQuestion): Promise<number> {
  const counted = countQuery(actor, question)
  if (!counted) return 0
  const [row] = await tx.execute<{ rows: number }>(counted)
  return row?.rows ?? 0
}

async function* readParts(
  tx: Transaction,
  actor: ReadingActor,
  question: LogQuestion,
): AsyncGenerator<ExportedRow[]> {
  let after: LogPlace | undefined
  for (;;) {
    const cursor = after && { ...after, direction: 'older' as const }
    const part = logQuery(actor, question, { cursor, limit: PART_ENTRIES }, exportColumns(actor))
    // oxlint-disable-next-line no-await-in-loop -- the memory stays flat only where a part follows the one before
    const rows = part ? await tx.execute<ExportedRow>(part) : []
    if (rows.length > 0) yield rows
    if (rows.length < PART_ENTRIES) return
    after = rows.at(-1)
  }
}
