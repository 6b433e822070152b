import type { ErrorCode } from '@gatehouse/validation/error-codes'
import { errorSentences } from '@gatehouse/validation/error-sentences'
import { limits } from '@gatehouse/validation/limits'
import type { BulkResult } from '@gatehouse/validation/list-endpoint'
import { and, asc, gt, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgSelect, PgTable } from 'drizzle-orm/pg-core'
import { type AuditEntry, recordAudits } from './audit.ts'
import { hasIdOf, isOneOf } from './sql-values.ts'
import { type ListConditions, type ListFilters, whereListed } from './select-page.ts'
import type { Transaction } from './tenancy.ts'

/** The rows of a bulk action: by ids, or all that match the list's search and filters. */
export type BulkTarget<Given extends ListFilters> =
  | { ids: string[]; versions?: Readonly<Record<string, string>> | undefined }
  | { matching: Given }

interface BulkRow {
  clientId: string
  id: string
}

type RowOf<Rows> = Awaited<Rows> extends (infer Row extends BulkRow)[] ? Row : never

export interface BulkOptions<Given extends ListFilters, Rows extends PgSelect> extends ListConditions<Given> {
  /** The table to change. Its rows stay locked until the transaction ends. */
  table: PgTable & { id: PgColumn; lastModified?: PgColumn }
  /** Selects the rows and all columns `findBlock` needs. Use `$dynamic()`: conditions are added. */
  rows: (where: SQL | undefined) => Rows
  /** Why a row can't be changed; undefined where it can. */
  findBlock: (row: RowOf<Rows>) => ErrorCode | undefined
  /** Whether a row already is as wanted. It is then skipped and counts as unchanged. */
  isAsWanted?: (row: RowOf<Rows>) => boolean
  /**
   * Finds further rows that can't be changed, by id. It may read other tables that refer to the
   * rows: it runs when no new reference can appear, so its result is final.
   */
  findBlocks?: (rows: RowOf<Rows>[]) => Promise<ReadonlyMap<string, Block>>
  /** What the change overwrites, by row id, for an undo where rows are named by ids. */
  findOverwritten?: (rows: RowOf<Rows>[]) => Promise<ReadonlyMap<string, object>>
  /** Changes 1 to `BATCH_ROWS` rows. */
  change: (rows: RowOf<Rows>[]) => Promise<unknown>
  /** The audit entry of each changed row, without its client and id. */
  audit: BulkAudit<RowOf<Rows>>
}

/** Why a row can't be changed, and the people who prevent it. */
export interface Block extends Pick<BulkResult['blocked'][number], 'people'> {
  code: ErrorCode
}

interface BulkAudit<Row> extends Omit<AuditEntry, 'clientId' | 'target' | 'details'> {
  targetKind: string
  /** Receives the row as it was before the change. */
  details?: (row: Row) => AuditEntry['details']
}

/** Rows per batch. A larger one would block the event loop too long for other requests. */
const BATCH_ROWS = 200

/**
 * Changes many rows of a list in one transaction. The scope applies to ids as well as to filters:
 * another client's row is not found. Each changed row gets an audit entry; each unchanged row is
 * returned with the reason.
 */
export async function applyBulk<Given extends ListFilters, Rows extends PgSelect>(
  tx: Transaction,
  target: BulkTarget<Given>,
  options: BulkOptions<Given, Rows>,
): Promise<BulkResult> {
  const { table, findBlock, change } = options
  const ids = 'ids' in target ? [...new Set(target.ids)] : undefined
  const chosen =
    'ids' in target
      ? and(options.scope, isOneOf(table.id, target.ids))
      : whereListed(options, target.matching)
  const missing = new Set(ids)
  const result: BulkResult = { done: 0, blocked: [] }
  const unchanged: string[] = []
  const changed: string[] = []
  const undo: [string, { last_modified: string }][] = []
  const versions = 'ids' in target ? target.versions : undefined
  const block = (id: string, { code, people }: Block) =>
    result.blocked.push({ id, code, message: errorSentences[code], ...(people && { people }) })

  let last: string | undefined
  for (;;) {
    const found = (await options
      .rows(and(chosen, last === undefined ? undefined : gt(table.id, last)))
      .orderBy(asc(table.id))
      .limit(BATCH_ROWS)
      // `update` also blocks new foreign key references, which check-ins create. It is used only
      // where references affect the decision.
      .for(options.findBlocks ? 'update' : 'no key update', { of: table })) as RowOf<Rows>[]
    const changeable: RowOf<Rows>[] = []
    const present = versions && (await findVersions(tx, table, found))
    for (const row of found) {
      missing.delete(row.id)
      const seen = versions?.[row.id]
      const code = findBlock(row)
      if (code !== undefined) block(row.id, { code })
      // Also on a repeated request, whose first response was lost.
      else if (options.isAsWanted?.(row)) unchanged.push(row.id)
      else if (seen !== undefined && seen !== present?.get(row.id))
        block(row.id, { code: 'changed_meanwhile' })
      else changeable.push(row)
    }
    const blocks = changeable.length > 0 ? await options.findBlocks?.(changeable) : undefined
    const free: RowOf<Rows>[] = []
    for (const row of changeable) {
      const reason = blocks?.get(row.id)
      if (reason) block(row.id, reason)
      else free.push(row)
    }
    if (free.length > 0) {
      const overwritten = ids && (await options.findOverwritten?.(free))
      await change(free)
      for (const [id, lastModified] of await findVersions(tx, table, free))
        undo.push([id, { ...overwritten?.get(id), last_modified: lastModified }])
    }
    await recordChanges(tx, free, options.audit)
    result.done += free.length
    changed.push(...free.map(({ id }) => id))
    last = found.at(-1)?.id
    if (found.length < BATCH_ROWS) break
  }
  for (const id of missing) block(id, { code: 'not_found' })
  return {
    ...result,
    ...(unchanged.length > 0 && { unchanged }),
    ...('matching' in target && undoableRows(changed)),
    ...undoOf(undo),
  }
}

/** What a caller sends back to undo the change, where the rows are few enough. */
export function undoOf(
  rows: readonly (readonly [string, { last_modified: string }])[],
): Pick<BulkResult, 'undo'> {
  return rows.length > 0 && rows.length <= limits.undo.rows ? { undo: Object.fromEntries(rows) } : {}
}

/** The present `last_modified` of rows; empty where the table has no such column. */
async function findVersions(
  tx: Transaction,
  table: PgTable & { id: PgColumn; lastModified?: PgColumn },
  rows: readonly BulkRow[],
): Promise<ReadonlyMap<string, string>> {
  if (!table.lastModified || rows.length === 0) return new Map()
  const found = await tx
    .select({
      id: sql<string>`${table.id}`,
      // In the format of responses, to the millisecond.
      at: sql<string>`to_char(${table.lastModified} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    })
    .from(table)
    .where(hasIdOf(table.id, rows))
  return new Map(found.map(({ id, at }) => [id, at]))
}

/** The ids of rows changed by an action on all matches, where they are few enough to return. */
export function undoableRows(changed: string[]): Pick<BulkResult, 'changed'> {
  return changed.length > 0 && changed.length <= limits.undo.rows ? { changed } : {}
}

async function recordChanges<Row extends BulkRow>(
  tx: Transaction,
  rows: Row[],
  { targetKind, details, ...entry }: BulkAudit<Row>,
): Promise<void> {
  await recordAudits(
    tx,
    rows.map((row) => ({
      ...entry,
      clientId: row.clientId,
      target: { kind: targetKind, id: row.id },
      details: details?.(row),
    })),
  )
}
