import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { tryLock } from '../../../db/locks.ts'
import type { Database } from '../../../db/client.ts'
import { isOneOf, json } from '../../../db/sql-values.ts'
import { clients } from '../../../db/schema/clients.ts'
import { logCorrections, logEntries } from '../../../db/schema/log-entries.ts'
import { refusedAttempts } from '../../../db/schema/refused-attempts.ts'
import { visits } from '../../../db/schema/visits.ts'
import type { InstallationScope } from '../../../db/scopes.ts'
import { type Transaction, withScope } from '../../../db/tenancy.ts'
import type { Job } from '../../../jobs/run-jobs.ts'
import { workThroughBatches } from '../../../lib/work-through-batches.ts'
import { addPeople } from '../search-people.ts'
import { type LogDigests, type LogEntry, type RecordState, subjectOf } from './digests.ts'

export interface ChainDeps {
  db: Database
  installation: InstallationScope
  digests: LogDigests
  clock: () => Date
}

const BATCH_ENTRIES = 200

/**
 * Chains the waiting entries of the log and adds their people to the search. One node at a time
 * does this; the others skip it while the lock is taken.
 */
export async function chainLog(deps: ChainDeps, signal?: AbortSignal): Promise<void> {
  await workThroughBatches(async () => {
    const taken = await withScope(deps.db, deps.installation, (tx) => chainBatch(tx, deps), {
      // A generic plan made while the tables were empty reads a whole table for each record.
      customPlans: true,
      statementTimeoutMs: 30_000,
      deadlineMs: 60_000,
    })
    return taken === BATCH_ENTRIES
  }, signal)
}

/** @returns how many entries were chained */
async function chainBatch(tx: Transaction, { digests, clock }: ChainDeps): Promise<number> {
  if (!(await tryLock(tx, 'log chain'))) return 0
  const entries = await readWaiting(tx)
  if (entries.length === 0) return 0
  const clientIds = [...new Set(entries.map(({ clientId }) => clientId))]
  const recordIds = [...new Set(entries.map(({ recordId }) => recordId))]
  await addPeople(tx, clientIds, recordIds)
  // One record may have thousands of corrections, so only those of this batch are read.
  const correctionIds = entries.filter(({ event }) => event === 'corrected').map(({ id }) => id)
  const states = await readStates(tx, digests, { clientIds, recordIds, correctionIds })
  const heads = await readHeads(tx, clientIds)
  const now = clock()
  const chained = entries.map((entry) => {
    const head = heads.get(entry.clientId)
    const link = {
      ...entry,
      ...(states.get(subjectOf(entry)) ?? nothing),
      position: (head?.position ?? 0) + 1,
      chainedAt: now,
    }
    const hash = digests.link(head?.hash, link)
    heads.set(entry.clientId, { position: link.position, hash })
    return { ...link, hash }
  })
  await writeChain(tx, chained)
  return entries.length
}

/** The state of an entry whose record is missing. It is chained too, so the loss shows. */
const nothing: RecordState = { facts: null, contact: null, answers: null, temperature: null }

/** One client at a time: the waiting entries of a client are next to each other in the index. */
async function readWaiting(tx: Transaction): Promise<LogEntry[]> {
  const waiting = tx
    .select()
    .from(logEntries)
    .where(and(eq(logEntries.clientId, clients.id), isNull(logEntries.position)))
    .limit(BATCH_ENTRIES)
    .as('waiting')
  const rows = await tx
    .select()
    .from(clients)
    .innerJoinLateral(waiting, sql`true`)
    .limit(BATCH_ENTRIES)
  return rows
    .map((row) => row.waiting)
    .toSorted((one, other) => one.at.getTime() - other.at.getTime() || one.rank - other.rank)
}

/** The current state of the entries' records, by record or correction id. */
async function readStates(
  tx: Transaction,
  digests: LogDigests,
  {
    clientIds,
    recordIds,
    correctionIds,
  }: Record<'clientIds' | 'recordIds' | 'correctionIds', readonly string[]>,
): Promise<Map<string, RecordState>> {
  const found = await tx
    .select()
    .from(visits)
    .where(and(isOneOf(visits.clientId, clientIds), isOneOf(visits.id, recordIds)))
  const refused = await tx
    .select()
    .from(refusedAttempts)
    .where(and(isOneOf(refusedAttempts.clientId, clientIds), isOneOf(refusedAttempts.id, recordIds)))
  const corrections = await tx
    .select()
    .from(logCorrections)
    .where(and(isOneOf(logCorrections.clientId, clientIds), isOneOf(logCorrections.id, correctionIds)))
  return new Map([
    ...found.map((visit) => [visit.id, digests.ofVisit(visit)] as const),
    ...refused.map((attempt) => [attempt.id, digests.ofRefusal(attempt)] as const),
    ...corrections.map((correction) => [correction.id, digests.ofCorrection(correction)] as const),
  ])
}

interface Head {
  position: number
  hash: Uint8Array
}

/** The last entry of each chain. */
async function readHeads(tx: Transaction, clientIds: readonly string[]): Promise<Map<string, Head>> {
  const heads = new Map<string, Head>()
  for (const clientId of clientIds) {
    const [head] = await tx
      .select({ position: logEntries.position, hash: logEntries.hash })
      .from(logEntries)
      .where(and(eq(logEntries.clientId, clientId), isNotNull(logEntries.position)))
      .orderBy(desc(logEntries.position))
      .limit(1)
    if (head?.position && head.hash) heads.set(clientId, { position: head.position, hash: head.hash })
  }
  return heads
}

/** All entries are one parameter: drizzle would build the statement too slowly. */
async function writeChain(
  tx: Transaction,
  entries: readonly (LogEntry & RecordState & Head & { chainedAt: Date })[],
): Promise<void> {
  const bytes = (value: Uint8Array | null) => value && `\\x${Buffer.from(value).toString('hex')}`
  const rows = entries.map(({ facts, contact, answers, temperature, hash, ...entry }) => ({
    client_id: entry.clientId,
    at: entry.at,
    rank: entry.rank,
    id: entry.id,
    position: entry.position,
    facts_digest: bytes(facts),
    contact_digest: bytes(contact),
    answers_digest: bytes(answers),
    temperature_digest: bytes(temperature),
    hash: bytes(hash),
    chained_at: entry.chainedAt,
  }))
  await tx.execute(sql`
    update log_entries entry set position = link.position, facts_digest = link.facts_digest, contact_digest = link.contact_digest,
      answers_digest = link.answers_digest, temperature_digest = link.temperature_digest, hash = link.hash, chained_at = link.chained_at
    from jsonb_populate_recordset(null::log_entries, ${json(rows)}) as link
    where entry.client_id = link.client_id and entry.at = link.at and entry.rank = link.rank and entry.id = link.id`)
}

/** Chains new log entries every 5 s. Until then the chain does not protect them. */
export const chainJob = (digests: LogDigests): Job => ({
  name: 'chain-log',
  everyMs: 5000,
  failed: 'chaining of the access log failed',
  run: ({ db, installation, clock, signal }) => chainLog({ db, installation, clock, digests }, signal),
})
