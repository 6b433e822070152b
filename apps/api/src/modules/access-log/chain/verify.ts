import { and, asc, eq, gt, isNotNull, sql } from 'drizzle-orm'
import type { Database } from '../../../db/client.ts'
import { isOneOf } from '../../../db/sql-values.ts'
import { clients } from '../../../db/schema/clients.ts'
import { logCorrections, logEntries } from '../../../db/schema/log-entries.ts'
import { refusedAttempts } from '../../../db/schema/refused-attempts.ts'
import { visits } from '../../../db/schema/visits.ts'
import type { InstallationScope } from '../../../db/scopes.ts'
import { type Transaction, withScope, withReadScope } from '../../../db/tenancy.ts'
import { type LogDigests, type RecordState, subjectOf } from './digests.ts'

/** A change to the log that bypassed the program. */
export interface LogFault {
  clientId: string
  /** `chain`: the entry itself was changed, added or removed. The others concern its record. */
  fault: 'chain' | 'changed' | 'added' | 'removed'
  /** Position in the chain; undefined where a record has no entry. */
  position: number | undefined
  record: ChainedRecord | undefined
  recordId: string | undefined
}

export type ChainedRecord = 'visit' | 'refused' | 'correction'

export interface VerifiedLog {
  clientId: string
  entries: number
  /** Hash of the last entry. A copy kept elsewhere shows whether the chain's end was cut off. */
  head: Uint8Array
  fault: LogFault | undefined
}

interface VerifyDeps {
  db: Database
  installation: InstallationScope
  digests: LogDigests
}

const PAGE_ROWS = 1000

/**
 * Verifies the logs of all clients, one client at a time, each in one snapshot.
 * @returns one result per client, with the first fault found
 */
export async function* verifyLog({ db, installation, digests }: VerifyDeps): AsyncGenerator<VerifiedLog> {
  const all = await withReadScope(db, installation, (tx) =>
    tx.select({ id: clients.id }).from(clients).orderBy(asc(clients.id)),
  )
  for (const { id } of all)
    // One client after the other, so that few rows are in memory.
    yield await withScope(db, installation, (tx) => verifyClient(tx, digests, id), {
      readOnly: true,
      isolation: 'repeatable read',
      statementTimeoutMs: 600_000,
      idleMs: 600_000,
      deadlineMs: Infinity,
    })
}

/**
 * Whether a log still has the entry whose hash was sent out as its head.
 * @param hash hexadecimal
 */
export async function hasHead(
  { db, installation }: Omit<VerifyDeps, 'digests'>,
  hash: string,
): Promise<boolean> {
  const isEntry = eq(logEntries.hash, Buffer.from(hash, 'hex'))
  const found = await withScope(
    db,
    installation,
    (tx) => tx.select({ id: logEntries.id }).from(logEntries).where(isEntry).limit(1),
    { readOnly: true, statementTimeoutMs: 600_000, deadlineMs: Infinity },
  )
  return found.length > 0
}

async function verifyClient(tx: Transaction, digests: LogDigests, clientId: string): Promise<VerifiedLog> {
  const { fault: broken, ...chain } = await verifyLinks(tx, digests, clientId)
  const fault = broken ?? (await findRemoved(tx, clientId)) ?? (await findChanged(tx, digests, clientId))
  return { clientId, ...chain, fault }
}

const recordOf = ({
  event,
  result,
}: Pick<typeof logEntries.$inferSelect, 'event' | 'result'>): ChainedRecord =>
  event === 'corrected' ? 'correction' : result === 'ok' ? 'visit' : 'refused'

/** Checks that positions have no gap and that each hash covers the one before it. */
async function verifyLinks(tx: Transaction, digests: LogDigests, clientId: string) {
  let entries = 0
  let head: Uint8Array = new Uint8Array()
  for (;;) {
    const rows = await tx
      .select()
      .from(logEntries)
      .where(and(eq(logEntries.clientId, clientId), gt(logEntries.position, entries)))
      .orderBy(asc(logEntries.position))
      .limit(PAGE_ROWS)
    for (const row of rows) {
      const position = entries + 1
      if (!isLinked(digests, entries === 0 ? undefined : head, row, position)) {
        const fault: LogFault = {
          clientId,
          fault: 'chain',
          position,
          record: recordOf(row),
          recordId: subjectOf(row),
        }
        return { entries, head, fault }
      }
      entries = position
      head = row.hash ?? head
    }
    if (rows.length < PAGE_ROWS) return { entries, head, fault: undefined }
  }
}

function isLinked(
  digests: LogDigests,
  previous: Uint8Array | undefined,
  entry: typeof logEntries.$inferSelect,
  position: number,
): boolean {
  const { hash, chainedAt } = entry
  if (entry.position !== position || !hash || !chainedAt) return false
  return Buffer.compare(digests.link(previous, { ...entry, position, chainedAt }), hash) === 0
}

/** The first entry whose record is missing. */
async function findRemoved(tx: Transaction, clientId: string): Promise<LogFault | undefined> {
  const [row] = await tx
    .select()
    .from(logEntries)
    .where(
      and(
        eq(logEntries.clientId, clientId),
        isNotNull(logEntries.position),
        sql`case when event = 'corrected'
          then not exists (select from log_corrections r where r.client_id = ${clientId} and r.id = log_entries.id)
          when result = 'ok' then not exists (select from visits r where r.client_id = ${clientId} and r.id = log_entries.record_id)
          else not exists (select from refused_attempts r where r.client_id = ${clientId} and r.id = log_entries.record_id) end`,
      ),
    )
    .orderBy(asc(logEntries.position))
    .limit(1)
  if (!row) return undefined
  return {
    clientId,
    fault: 'removed',
    position: row.position ?? undefined,
    record: recordOf(row),
    recordId: subjectOf(row),
  }
}

/** The current state of a record. */
interface Current {
  record: ChainedRecord
  id: string
  /** For a correction, the id of its visit or refused attempt; otherwise the record's own id. */
  recordId: string
  state: RecordState
}

/** The first record that differs from its last entry, or has no entry. */
async function findChanged(
  tx: Transaction,
  digests: LogDigests,
  clientId: string,
): Promise<LogFault | undefined> {
  for (const table of [visits, refusedAttempts, logCorrections] as const) {
    let after: string | undefined
    for (;;) {
      const found = await readPage(tx, digests, table, clientId, after)
      const fault = await findFault(tx, clientId, found)
      if (fault) return fault
      after = found.at(-1)?.id
      if (after === undefined || found.length < PAGE_ROWS) break
    }
  }
  return undefined
}

async function readPage(
  tx: Transaction,
  digests: LogDigests,
  table: typeof visits | typeof refusedAttempts | typeof logCorrections,
  clientId: string,
  after: string | undefined,
): Promise<Current[]> {
  const isNext = and(eq(table.clientId, clientId), after === undefined ? undefined : gt(table.id, after))
  const found = await tx.select().from(table).where(isNext).orderBy(asc(table.id)).limit(PAGE_ROWS)
  return found.map((row) => currentOf(digests, row))
}

type Stored =
  | typeof visits.$inferSelect
  | typeof refusedAttempts.$inferSelect
  | typeof logCorrections.$inferSelect

function currentOf(digests: LogDigests, row: Stored): Current {
  const { id } = row
  if ('visitId' in row)
    return { record: 'correction', id, recordId: row.visitId, state: digests.ofCorrection(row) }
  if ('reason' in row) return { record: 'refused', id, recordId: id, state: digests.ofRefusal(row) }
  return { record: 'visit', id, recordId: id, state: digests.ofVisit(row) }
}

async function findFault(
  tx: Transaction,
  clientId: string,
  found: readonly Current[],
): Promise<LogFault | undefined> {
  if (found.length === 0) return undefined
  const recordIds = found.map(({ recordId }) => recordId)
  // Entries that are not chained yet have no position and sort last.
  const entries = await tx
    .select()
    .from(logEntries)
    .where(and(eq(logEntries.clientId, clientId), isOneOf(logEntries.recordId, recordIds)))
    .orderBy(asc(logEntries.position))
  const latest = new Map(entries.map((entry) => [subjectOf(entry), entry]))
  for (const { record, id, state } of found) {
    const entry = latest.get(id)
    // An entry that is not chained yet will be chained with the record's state at that time.
    if (entry && (entry.position === null || isKept(state, entry))) continue
    return {
      clientId,
      fault: entry ? 'changed' : 'added',
      position: entry?.position ?? undefined,
      record,
      recordId: id,
    }
  }
  return undefined
}

/** Facts must be equal. Personal data must be equal or deleted. */
function isKept(state: RecordState, entry: RecordState): boolean {
  const isEqual = (one: Uint8Array | null, other: Uint8Array | null) =>
    one === null || (other !== null && Buffer.compare(one, other) === 0)
  return (
    isEqual(state.facts, entry.facts) &&
    isEqual(state.contact, entry.contact) &&
    isEqual(state.answers, entry.answers) &&
    isEqual(state.temperature, entry.temperature)
  )
}
