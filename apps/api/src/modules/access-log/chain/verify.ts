import { and, asc, eq, gt, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/client.ts'
import { clients } from '../../../db/schema/clients.ts'
import { type ChainedRecord, logChain } from '../../../db/schema/log-chain.ts'
import { logCorrections } from '../../../db/schema/log-corrections.ts'
import { refusedAttempts } from '../../../db/schema/refused-attempts.ts'
import { visits } from '../../../db/schema/visits.ts'
import type { InstallationScope } from '../../../db/scopes.ts'
import { type Transaction, withScope } from '../../../db/tenancy.ts'
import type { LogDigests, RecordState } from './digests.ts'

/** What was done to the log behind the back of the program. */
export interface LogFault {
  clientId: string
  month: Date
  /** `chain`: an entry of the chain itself was changed, added or removed. The others are about a record. */
  fault: 'chain' | 'changed' | 'added' | 'removed'
  /** The entry of the chain; undefined where a record has none. */
  position: number | undefined
  record: ChainedRecord | undefined
  recordId: string | undefined
}

export interface VerifiedMonth {
  clientId: string
  month: Date
  entries: number
  /** The hash of the last entry. Whoever keeps it elsewhere notices if the end of the chain is cut off. */
  head: Uint8Array
  fault: LogFault | undefined
}

interface VerifyDeps {
  db: Database
  installation: InstallationScope
  digests: LogDigests
}

const PAGE_ROWS = 1000

/** Checks the log of all clients, month by month. Each is read at one moment. @returns each month, with its first fault */
export async function* verifyLog({ db, installation, digests }: VerifyDeps): AsyncGenerator<VerifiedMonth> {
  const all = await withScope(
    db,
    installation,
    (tx) => tx.select({ id: clients.id }).from(clients).orderBy(asc(clients.id)),
    { readOnly: true },
  )
  for (const { id } of all) {
    const reading = { readOnly: true, isolation: 'repeatable read', statementTimeoutMs: 600_000 } as const
    // oxlint-disable-next-line no-await-in-loop -- one month after the other, so that few rows are in memory
    const months = await withScope(db, installation, (tx) => monthsOf(tx, id), {
      ...reading,
      deadlineMs: Infinity,
    })
    for (const month of months)
      // oxlint-disable-next-line no-await-in-loop
      yield await withScope(db, installation, (tx) => verifyMonth(tx, digests, id, month), {
        ...reading,
        idleMs: 600_000,
        deadlineMs: Infinity,
      })
  }
}

/** The months in which the client has records or entries. */
async function monthsOf(tx: Transaction, clientId: string): Promise<Date[]> {
  const rows = await tx.execute<{ month: string }>(sql`
    select distinct to_char(month at time zone 'UTC', 'YYYY-MM') as month from (
      select date_trunc('month', signed_in_at, 'UTC') as month from visits where client_id = ${clientId}
      union select date_trunc('month', attempted_at, 'UTC') from refused_attempts where client_id = ${clientId}
      union select month from log_chain where client_id = ${clientId}) as months order by 1`)
  return rows.map(({ month }) => {
    const [year, number] = month.split('-').map(Number)
    return new Date(Date.UTC(year ?? 0, (number ?? 1) - 1, 1))
  })
}

async function verifyMonth(
  tx: Transaction,
  digests: LogDigests,
  clientId: string,
  month: Date,
): Promise<VerifiedMonth> {
  const chain = await verifyLinks(tx, digests, clientId, month)
  const fault =
    chain.fault ??
    (await findRemoved(tx, clientId, month)) ??
    (await findChanged(tx, digests, clientId, month))
  return { clientId, month, entries: chain.entries, head: chain.head, fault }
}

/** Each entry has the next number, and its hash is over the one before it. */
async function verifyLinks(tx: Transaction, digests: LogDigests, clientId: string, month: Date) {
  let position = 0
  let head: Uint8Array = new Uint8Array()
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- page after page
    const rows = await tx
      .select()
      .from(logChain)
      .where(and(eq(logChain.clientId, clientId), eq(logChain.month, month), gt(logChain.position, position)))
      .orderBy(asc(logChain.position))
      .limit(PAGE_ROWS)
    for (const row of rows) {
      const previous = position === 0 ? undefined : head
      const isNext = row.position === position + 1
      if (!isNext || Buffer.compare(digests.link(previous, row), row.hash) !== 0) {
        const { record, recordId } = row
        const fault: LogFault = { clientId, month, fault: 'chain', position: position + 1, record, recordId }
        return { entries: position, head, fault }
      }
      position = row.position
      head = row.hash
    }
    if (rows.length < PAGE_ROWS) return { entries: position, head, fault: undefined }
  }
}

const tables: Record<ChainedRecord, { table: string; isSame: string }> = {
  visit: { table: 'visits', isSame: 'r.id = c.record_id and r.signed_in_at = c.at' },
  refused: { table: 'refused_attempts', isSame: 'r.id = c.record_id and r.attempted_at = c.at' },
  correction: { table: 'log_corrections', isSame: 'r.id = c.record_id' },
}

/** The first entry whose record is gone. */
async function findRemoved(tx: Transaction, clientId: string, month: Date): Promise<LogFault | undefined> {
  const gone = Object.entries(tables).map(
    ([record, { table, isSame }]) => sql`
      select c.position, c.record, c.record_id from log_chain c
      where c.client_id = ${clientId} and c.month = ${month.toISOString()}::timestamptz and c.record = ${record}
        and not exists (select from ${sql.identifier(table)} r where r.client_id = c.client_id and ${sql.raw(isSame)})`,
  )
  const [row] = await tx.execute<{ position: number; record: ChainedRecord; record_id: string }>(
    sql`select * from (${sql.join(gone, sql` union all `)}) as gone order by position limit 1`,
  )
  if (!row) return undefined
  const { position, record, record_id: recordId } = row
  return { clientId, month, fault: 'removed', position, record, recordId }
}

/** The first record that is not as its last entry says, or has none. */
async function findChanged(
  tx: Transaction,
  digests: LogDigests,
  clientId: string,
  month: Date,
): Promise<LogFault | undefined> {
  for (const read of [readVisits, readRefusals, readCorrections]) {
    let after: { at: Date; id: string } | undefined
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- page after page
      const states = await read(tx, digests, clientId, month, after)
      // oxlint-disable-next-line no-await-in-loop
      const fault = await findFault(tx, clientId, month, states)
      if (fault) return fault
      const last = states.at(-1)
      if (!last || states.length < PAGE_ROWS) break
      after = { at: last.at, id: last.recordId }
    }
  }
  return undefined
}

const endOf = (month: Date) => new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1))

type Read = (
  tx: Transaction,
  digests: LogDigests,
  clientId: string,
  month: Date,
  after: { at: Date; id: string } | undefined,
) => Promise<RecordState[]>

const readVisits: Read = async (tx, digests, clientId, month, after) => {
  const rows = await tx
    .select()
    .from(visits)
    .where(
      and(
        eq(visits.clientId, clientId),
        gte(visits.signedInAt, month),
        lt(visits.signedInAt, endOf(month)),
        after && isAfter(sql`${visits.signedInAt}`, sql`${visits.id}`, after),
      ),
    )
    .orderBy(asc(visits.signedInAt), asc(visits.id))
    .limit(PAGE_ROWS)
  return rows.map((row) => digests.ofVisit(row))
}

const readRefusals: Read = async (tx, digests, clientId, month, after) => {
  const rows = await tx
    .select()
    .from(refusedAttempts)
    .where(
      and(
        eq(refusedAttempts.clientId, clientId),
        gte(refusedAttempts.attemptedAt, month),
        lt(refusedAttempts.attemptedAt, endOf(month)),
        after && isAfter(sql`${refusedAttempts.attemptedAt}`, sql`${refusedAttempts.id}`, after),
      ),
    )
    .orderBy(asc(refusedAttempts.attemptedAt), asc(refusedAttempts.id))
    .limit(PAGE_ROWS)
  return rows.map((row) => digests.ofRefusal(row))
}

const readCorrections: Read = async (tx, digests, clientId, month, after) => {
  const rows = await tx
    .select()
    .from(logCorrections)
    .where(
      and(
        eq(logCorrections.clientId, clientId),
        gte(logCorrections.signedInAt, month),
        lt(logCorrections.signedInAt, endOf(month)),
        after && isAfter(sql`${logCorrections.signedInAt}`, sql`${logCorrections.id}`, after),
      ),
    )
    .orderBy(asc(logCorrections.signedInAt), asc(logCorrections.id))
    .limit(PAGE_ROWS)
  return rows.map((row) => digests.ofCorrection(row))
}

const isAfter = (time: SQL, id: SQL, after: { at: Date; id: string }) =>
  sql`(${time}, ${id}) > (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`

async function findFault(
  tx: Transaction,
  clientId: string,
  month: Date,
  states: readonly RecordState[],
): Promise<LogFault | undefined> {
  if (states.length === 0) return undefined
  const ids = `{${states.map(({ recordId }) => recordId).join(',')}}`
  const entries = await tx
    .select()
    .from(logChain)
    .where(
      and(
        eq(logChain.clientId, clientId),
        eq(logChain.month, month),
        sql`${logChain.recordId} = any(${ids}::uuid[])`,
      ),
    )
    .orderBy(asc(logChain.position))
  const latest = new Map(entries.map((entry) => [entry.recordId, entry]))
  for (const state of states) {
    const entry = latest.get(state.recordId)
    if (entry && isKept(state, entry)) continue
    // oxlint-disable-next-line no-await-in-loop -- only of the few that differ
    if (await isWaiting(tx, state)) continue
    const { record, recordId } = state
    return {
      clientId,
      month,
      fault: entry ? 'changed' : 'added',
      position: entry?.position,
      record,
      recordId,
    }
  }
  return undefined
}

type Chained = Pick<RecordState, 'facts' | 'contact' | 'answers' | 'temperature'>

/** Facts never change unseen. Personal data is as it was, or was deleted. */
function isKept(state: RecordState, entry: Chained): boolean {
  const isEqual = (one: Uint8Array | null, other: Uint8Array | null) =>
    one === null || (other !== null && Buffer.compare(one, other) === 0)
  return (
    isEqual(state.facts, entry.facts) &&
    isEqual(state.contact, entry.contact) &&
    isEqual(state.answers, entry.answers) &&
    isEqual(state.temperature, entry.temperature)
  )
}

/** Whether a change of the record is committed and will be chained soon. */
async function isWaiting(tx: Transaction, { clientId, siteId, at }: RecordState): Promise<boolean> {
  const moment = at.toISOString()
  const [row] = await tx.execute<{ waits: boolean }>(sql`
    select exists (select from rollup_deltas where client_id = ${clientId} and site_id = ${siteId}
        and at = ${moment}::timestamptz and not is_folded)
      or exists (select from log_changes where client_id = ${clientId} and site_id = ${siteId}
        and at = ${moment}::timestamptz) as waits`)
  return row?.waits ?? false
}
