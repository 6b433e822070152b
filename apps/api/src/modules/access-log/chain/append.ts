import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Database } from '../../../db/client.ts'
import { isAtOneOf, isOneOf } from '../../../db/is-one-of.ts'
import { logChain } from '../../../db/schema/log-chain.ts'
import { logCorrections } from '../../../db/schema/log-corrections.ts'
import { refusedAttempts } from '../../../db/schema/refused-attempts.ts'
import { visits } from '../../../db/schema/visits.ts'
import type { InstallationScope } from '../../../db/scopes.ts'
import { type Transaction, withScope } from '../../../db/tenancy.ts'
import { workThroughBatches } from '../../../lib/work-through-batches.ts'
import { addPeople, type IsOfMoments } from '../log-people.ts'
import type { LogDigests, RecordState } from './digests.ts'
import type { Job } from '../../../jobs/run-jobs.ts'

export interface ChainDeps {
  db: Database
  installation: InstallationScope
  digests: LogDigests
  clock: () => Date
}

const BATCH_MOMENTS = 100

/**
 * Chains the records of the moments that wait, in the order in which their transactions were committed, and adds their people to those of the
 * search. One node at a time does this; another one finds the lock taken.
 */
export async function chainLog(deps: ChainDeps, signal?: AbortSignal): Promise<void> {
  await workThroughBatches(async () => {
    const taken = await withScope(deps.db, deps.installation, (tx) => chainBatch(tx, deps), {
      // A plan that was made while the table of the month was empty reads all of it for each record.
      customPlans: true,
      statementTimeoutMs: 30_000,
      deadlineMs: 60_000,
    })
    return taken === BATCH_MOMENTS
  }, signal)
}

/** @returns how many moments it took */
async function chainBatch(tx: Transaction, { digests, clock }: ChainDeps): Promise<number> {
  const [lock] = await tx.execute<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtext('gatehouse_chain_log')) as taken`,
  )
  if (!lock?.taken) return 0
  const moments = await tx.execute<{ client_id: string; id: string; site_id: string; at: string }>(sql`
    delete from log_changes where (client_id, id) in (select client_id, id from log_changes order by id limit ${BATCH_MOMENTS})
    returning client_id, id, site_id, at::text as at`)
  if (moments.length === 0) return 0
  const isOfOne: IsOfMoments = ({ clientId, siteId, at }) =>
    and(
      isOneOf(clientId, distinct(moments.map((moment) => moment.client_id))),
      isOneOf(siteId, distinct(moments.map((moment) => moment.site_id))),
      isAtOneOf(at, distinct(moments.map((moment) => moment.at))),
    )
  await addPeople(tx, isOfOne)
  const states = await readStates(tx, digests, isOfOne)
  const heads = await readHeads(tx, states)
  const latest = await readLatest(tx, states)
  const now = clock()
  const rows: (typeof logChain.$inferInsert)[] = []
  for (const state of states) {
    if (isSame(state, latest.get(state.recordId))) continue
    const { siteId: _, ...chained } = state
    const month = monthOf(state.at)
    const key = `${state.clientId} ${month.getTime()}`
    const head = heads.get(key)
    const entry = { ...chained, month, position: (head?.position ?? 0) + 1, chainedAt: now }
    const hash = digests.link(head?.hash, entry)
    heads.set(key, { position: entry.position, hash })
    latest.set(state.recordId, state)
    rows.push({ ...entry, hash })
  }
  await insertEntries(tx, rows)
  return moments.length
}

/** The first moment of a month in UTC. */
export function monthOf(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1))
}

/** Whether two states of a record are the same; false where there was none before. */
export function isSame(
  one: Omit<RecordState, 'siteId'>,
  other: Pick<RecordState, 'facts' | 'contact' | 'answers' | 'temperature'> | undefined,
): boolean {
  if (!other) return false
  const names = ['facts', 'contact', 'answers', 'temperature'] as const
  return names.every((name) => {
    const [mine, theirs] = [one[name], other[name]]
    return mine === null || theirs === null ? mine === theirs : Buffer.compare(mine, theirs) === 0
  })
}

const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)]

/** In one parameter, because drizzle takes long to write a statement with thousands of them, and the event loop waits. */
async function insertEntries(
  tx: Transaction,
  entries: readonly (typeof logChain.$inferInsert)[],
): Promise<void> {
  if (entries.length === 0) return
  const bytes = (value: Uint8Array | null | undefined) => value && `\\x${Buffer.from(value).toString('hex')}`
  const rows = entries.map(({ facts, contact, answers, temperature, hash, ...entry }) => ({
    client_id: entry.clientId,
    month: entry.month,
    position: entry.position,
    record: entry.record,
    record_id: entry.recordId,
    at: entry.at,
    facts_digest: bytes(facts),
    contact_digest: bytes(contact),
    answers_digest: bytes(answers),
    temperature_digest: bytes(temperature),
    hash: bytes(hash),
    chained_at: entry.chainedAt,
  }))
  await tx.execute(sql`
    insert into log_chain (client_id, month, position, record, record_id, at, facts_digest, contact_digest, answers_digest, temperature_digest, hash, chained_at)
    select client_id, month, position, record, record_id, at, facts_digest, contact_digest, answers_digest, temperature_digest, hash, chained_at
    from jsonb_populate_recordset(null::log_chain, ${JSON.stringify(rows)}::jsonb)`)
}

/**
 * The records of these moments as they are, the earliest first. A record of one site at a moment of another one may be among them: it is in the
 * chain already, or its own moment waits too.
 */
async function readStates(
  tx: Transaction,
  digests: LogDigests,
  isOfOne: IsOfMoments,
): Promise<RecordState[]> {
  const found = await tx
    .select()
    .from(visits)
    .where(isOfOne({ clientId: visits.clientId, siteId: visits.siteId, at: visits.signedInAt }))
  const refused = await tx
    .select()
    .from(refusedAttempts)
    .where(
      isOfOne({
        clientId: refusedAttempts.clientId,
        siteId: refusedAttempts.siteId,
        at: refusedAttempts.attemptedAt,
      }),
    )
  const corrections = await tx
    .select()
    .from(logCorrections)
    .where(
      and(
        isOneOf(logCorrections.clientId, distinct([...found, ...refused].map(({ clientId }) => clientId))),
        isOneOf(
          logCorrections.visitId,
          [...found, ...refused].map(({ id }) => id),
        ),
      ),
    )
    .orderBy(asc(logCorrections.at))
  const states = [
    ...found.map((visit) => digests.ofVisit(visit)),
    ...refused.map((attempt) => digests.ofRefusal(attempt)),
    ...corrections.map((correction) => digests.ofCorrection(correction)),
  ]
  return states.toSorted((one, other) => one.at.getTime() - other.at.getTime())
}

interface Head {
  position: number
  hash: Uint8Array
}

/** The last entry of each client and month. */
async function readHeads(tx: Transaction, states: readonly RecordState[]): Promise<Map<string, Head>> {
  const heads = new Map<string, Head>()
  const wanted = new Map(
    states.map(({ clientId, at }) => [
      `${clientId} ${monthOf(at).getTime()}`,
      { clientId, month: monthOf(at) },
    ]),
  )
  for (const [key, { clientId, month }] of wanted) {
    // oxlint-disable-next-line no-await-in-loop -- a batch has few clients and months
    const [head] = await tx
      .select({ position: logChain.position, hash: logChain.hash })
      .from(logChain)
      .where(and(eq(logChain.clientId, clientId), eq(logChain.month, month)))
      .orderBy(desc(logChain.position))
      .limit(1)
    if (head) heads.set(key, head)
  }
  return heads
}

type Chained = Pick<RecordState, 'facts' | 'contact' | 'answers' | 'temperature'>

/** What the chain holds of these records already. */
async function readLatest(tx: Transaction, states: readonly RecordState[]): Promise<Map<string, Chained>> {
  if (states.length === 0) return new Map()
  const asked = JSON.stringify(states.map(({ recordId, at }) => ({ id: recordId, month: monthOf(at) })))
  // With a limit each record is looked up by its key. With an order as well, PostgreSQL would read the month backwards.
  const entry = tx
    .select()
    .from(logChain)
    .where(and(eq(logChain.recordId, sql`asked.id`), eq(logChain.month, sql`asked.month`)))
    .limit(2 ** 31 - 1)
    .as('entry')
  const { recordId, facts, contact, answers, temperature } = entry
  const rows = await tx
    .select({ recordId, facts, contact, answers, temperature })
    .from(sql`jsonb_to_recordset(${asked}::jsonb) as asked (id uuid, month timestamptz)`)
    .innerJoinLateral(entry, sql`true`)
    .orderBy(asc(entry.position))
  return new Map(rows.map((row) => [row.recordId, row]))
}

/** Chains new records of the access log. Until then they are not in the chain. */
export const chainJob = (digests: LogDigests): Job => ({
  name: 'chain-log',
  everyMs: 5000,
  failed: 'chaining of the access log failed',
  run: ({ db, installation, clock, signal }) => chainLog({ db, installation, clock, digests }, signal),
})
