import { setTimeout as delay } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { outbox, type OutboxQueue } from '../db/schema/outbox.ts'
import { installationScope } from '../db/scopes.ts'
import { pause as plainPause, type Pause } from '../lib/idle-pause.ts'
import { type Transaction, withScope } from '../db/tenancy.ts'

export interface DueRow {
  clientId: string
  id: string
  type: string
  subject: string
  /** For an email: the address when the row was written; null where it is sent again. */
  recipient: string | null
  payload: Record<string, unknown>
  /** For a webhook delivery. */
  webhookId: string | null
  eventId: string | null
  createdAt: Date
  /** The number of attempts, including this one. */
  attempts: number
  /** The time since the row was queued. */
  ageSeconds: number
}

/** Columns that an attempt sets besides its result. */
export type AttemptColumns = Partial<
  Pick<typeof outbox.$inferInsert, 'attemptedAt' | 'outcome' | 'status' | 'response' | 'milliseconds'>
>

export interface AttemptFailure {
  /** No later attempt can succeed. */
  isFinal: boolean
  /** A code, never a text from another server. */
  reason: string
  columns?: AttemptColumns
}

/** How a queue of the outbox is processed. */
export interface QueueRules {
  queue: OutboxQueue
  /**
   * Whether a due row waits for an earlier one of its subject (SQL aliases `due` and `earlier`).
   * Default: always.
   */
  waitsFor?(at: SQL): SQL
  /** How many attempts run at a time on this node. */
  atOnce: number
  /** The limits per webhook, and for all webhooks of one client. They may be slow. */
  atOncePerWebhook?: { ofWebhook: number; ofClient: number }
  attemptMs: number
  firstWaitSeconds: number
  longestWaitSeconds: number
  /** After this many attempts, or this time, the row has failed. */
  attempts: number
  longestAgeSeconds: number
}

/** Schedules work that is too much for the transaction of one result. */
export type Then = (work: (stopping: AbortSignal) => Promise<void>) => void

type OnError = (error: unknown) => void

/** A queue of the outbox as a module declares it. */
export interface Queue {
  rules: QueueRules
  /** The log message of a failed attempt. */
  failed: string
  /** Called before each search for due rows, to record rows that became due. */
  prepare?(onError: OnError): Promise<void>
  /**
   * Prepares an attempt with the present data; undefined where nothing is to be sent any more. Rows
   * are prepared one at a time, so that many due rows do not take all connections of the pool.
   */
  begin(
    row: DueRow,
    onError: OnError,
  ): Promise<((signal: AbortSignal) => Promise<AttemptColumns>) | undefined>
  /** Classifies an error of `begin` or of the attempt. */
  failureOf(error: unknown, onError: OnError): AttemptFailure
  /**
   * Locks what the results of several rows change. Called in the transaction that marks the row,
   * before the row is locked: two results that locked their own rows first could deadlock.
   */
  lock?(tx: Transaction, row: DueRow): Promise<unknown>
  /**
   * Called in the transaction that marks the row; the first one only where something was sent. Work
   * given to `then` runs after the commit.
   */
  onDelivered?(tx: Transaction, row: DueRow, then: Then): Promise<void>
  onRetry?(tx: Transaction, row: DueRow, nextAttemptAt: Date, then: Then): Promise<void>
  onGivenUp(tx: Transaction, row: DueRow, reason: string, then: Then): Promise<void>
}

export interface OutboxWorkerDeps extends Omit<Queue, 'failed'> {
  db: Database
  clock: () => Date
  onFailure(row: DueRow, failure: AttemptFailure): void
  /** Called for errors that are not about a row, such as a lost database. */
  onError: OnError
  /** Called after each attempt, with its duration in ms. */
  onDone?(row: DueRow, ms: number): void
  /**
   * A random number from 0 to 1: the share of a fifth of a delay that is added to it, so that
   * retries do not coincide.
   */
  jitter: () => number
  /** The pause between two searches for due rows. */
  pause?: Pause
  /** How long `stop` waits for running attempts. */
  stopMs?: number
}

export type OutboxWorker = ReturnType<typeof createOutboxWorker>

const POLL_INTERVAL_MS = 1000
const STOP_MS = 10_000
/**
 * Longer than an attempt with its queries. If a node is killed during an attempt, another node may
 * take the row after this time.
 */
const LEASE_SECONDS = 90
/** The largest random share of a delay. */
const JITTER = 0.2

/**
 * Whether the first attempt of an earlier row is due or running. Not for rows that failed, nor for
 * rows not yet due, however soon. For queues that store each failure in `outcome`.
 */
export const isDueOrSent = (at: SQL): SQL => sql`earlier.outcome is null and (earlier.next_attempt_at <= ${at}
  or earlier.attempts > 0 and earlier.next_attempt_at <= ${at} + ${LEASE_SECONDS} * interval '1 second')`

const timestamp = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`
const isOpen = (alias: string): SQL => sql.raw(`${alias}.delivered_at is null and ${alias}.failed_at is null`)

/** Sorts before the id of each client. */
const NO_CLIENT = '00000000-0000-0000-0000-000000000000'

/**
 * Takes a row of the next client in the order of their ids (round robin), so that no client waits
 * for all rows of another. Of this client's rows it takes the one that has been due longest, unless
 * an earlier one of its subject is open: rows of a subject are sent in order.
 *
 * Among a client's webhooks, the one with the longest-due first row is next. Each webhook has its
 * own part of an index, so the rows of busy ones are not read.
 *
 * Each `order by` over rows matches an index, and `limit` makes its subquery read one row at a
 * time. So with `takeOptions` the plan does not depend on the number of rows. A plain `not exists`
 * would be planned as a join.
 * @param busy the webhooks and clients with as many concurrent calls as allowed
 * @param lastServed the client of the previously taken row
 */
export function takeStatement(
  { queue, waitsFor }: QueueRules,
  now: Date,
  busy: readonly string[],
  lastServed = NO_CLIENT,
): SQL {
  const at = timestamp(now)
  const last = sql`${lastServed}::uuid`
  const isBusy = (id: SQL) =>
    sql`${id} = any(array(select jsonb_array_elements_text(${JSON.stringify(busy)}::jsonb)::uuid))`
  const isWebhook = queue === 'webhook'
  const receivers = sql`cross join unnest(array(
    select webhooks.id from webhooks
    cross join lateral (
      select next_attempt_at, position from outbox waiting
      where ${isOpen('waiting')} and waiting.client_id = webhooks.client_id and waiting.webhook_id = webhooks.id
      order by next_attempt_at, position limit 1) first
    where webhooks.client_id = turn.client_id and first.next_attempt_at <= ${at} and not ${isBusy(sql`webhooks.id`)}
    order by first.next_attempt_at, first.position)) receiver (id)`
  const nextClient = (after: SQL, upTo = sql``) => sql`(
    select waiting.client_id from outbox waiting
    where ${isOpen('waiting')} and waiting.queue = ${queue} and waiting.client_id > ${after} ${upTo}
    order by waiting.client_id, waiting.next_attempt_at limit 1)`
  const upToLast = sql`and waiting.client_id <= ${last}`
  return sql`
    with recursive after_last (client_id) as (
      select ${nextClient(last)} union all
      select ${nextClient(sql`after_last.client_id`)} from after_last where client_id is not null),
    up_to_last (client_id) as (
      select ${nextClient(sql`${NO_CLIENT}::uuid`, upToLast)} union all
      select ${nextClient(sql`up_to_last.client_id`, upToLast)} from up_to_last where client_id is not null),
    taken as materialized (
      select due.client_id, due.id
      from (select client_id from after_last union all select client_id from up_to_last) turn
      ${isWebhook ? receivers : sql``}
      cross join lateral (
        select due.client_id, due.id from outbox due
        where ${isOpen('due')} and due.client_id = turn.client_id and due.next_attempt_at <= ${at}
          and ${isWebhook ? sql`due.webhook_id = receiver.id` : sql`due.queue = ${queue}`}
          and (
            select true from outbox earlier
            where earlier.client_id = due.client_id and earlier.subject = due.subject and earlier.position < due.position
              and ${isOpen('earlier')} and earlier.queue = due.queue ${waitsFor ? sql`and ${waitsFor(at)}` : sql``}
            order by earlier.position limit 1) is null
        order by due.next_attempt_at, due.position limit 1) due
      where not ${isBusy(sql`turn.client_id`)}
      limit 1 for update of due skip locked)
    update outbox set attempts = attempts + 1, next_attempt_at = ${at} + ${LEASE_SECONDS} * interval '1 second'
    from taken where outbox.client_id = taken.client_id and outbox.id = taken.id
    returning outbox.client_id as "clientId", outbox.id, type, subject, recipient, payload, webhook_id as "webhookId", event_id as "eventId",
      (extract(epoch from created_at) * 1000)::float8 as "createdMs", attempts,
      extract(epoch from ${at} - queued_at)::float8 as "ageSeconds"`
}

/** For the transaction of `takeStatement`. */
export const takeOptions = { withoutSorts: true }

type TakenRow = Omit<DueRow, 'createdAt'> & { createdMs: number }

/**
 * A row is taken only when its attempt can start at once. In an in-process queue its
 * lease could expire.
 */
async function takeNext(
  db: Database,
  rules: QueueRules,
  now: Date,
  busy: readonly string[],
  lastServed: string | undefined,
): Promise<DueRow | undefined> {
  const [row] = await withScope(
    db,
    installationScope(),
    (tx) => tx.execute<TakenRow & Record<string, unknown>>(takeStatement(rules, now, busy, lastServed)),
    takeOptions,
  )
  if (!row) return undefined
  const { createdMs, ...others } = row
  return { ...others, createdAt: new Date(createdMs) }
}

/** Creates a worker that delivers each due row of a queue at least once, several at a time. */
export function createOutboxWorker(deps: OutboxWorkerDeps) {
  const { db, clock, rules, pause = plainPause, stopMs = STOP_MS } = deps
  const sending = new Map<Promise<void>, DueRow>()
  const stopping = new AbortController()
  const aborting = new AbortController()
  let running = Promise.resolve()
  let lastServed: string | undefined

  async function deliverDue(): Promise<void> {
    while (!stopping.signal.aborted) {
      await deps.prepare?.(deps.onError).catch(deps.onError)
      const wasBusy = sending.size > 0
      const row =
        sending.size < rules.atOnce ? await takeNext(db, rules, clock(), findBusy(), lastServed) : undefined
      lastServed = row?.clientId ?? lastServed
      if (row) await startSending(row)
      else if (!wasBusy) return
      // A delivered row may have held up another.
      else if (sending.size > 0)
        await Promise.race([...sending.keys(), plainPause(POLL_INTERVAL_MS, stopping.signal)])
    }
  }

  /** The webhooks and clients with as many concurrent calls as allowed. */
  function findBusy(): string[] {
    const { atOncePerWebhook: most } = rules
    if (!most) return []
    const busy = (idOf: (row: DueRow) => string | null, count: number) =>
      [...Map.groupBy(sending.values(), idOf)].flatMap(([id, calls]) =>
        id !== null && calls.length >= count ? [id] : [],
      )
    return [
      ...busy(({ webhookId }) => webhookId, most.ofWebhook),
      ...busy(({ clientId }) => clientId, most.ofClient),
    ]
  }

  async function startSending(row: DueRow): Promise<void> {
    const start = performance.now()
    const begun = await deps.begin(row, deps.onError).then(
      (send) => ({ send }),
      (error: unknown) => ({ error }),
    )
    const work = finish(row, begun)
      .catch(deps.onError)
      .finally(() => {
        sending.delete(work)
        deps.onDone?.(row, performance.now() - start)
      })
    sending.set(work, row)
  }

  type Send = Awaited<ReturnType<OutboxWorkerDeps['begin']>>

  async function finish(row: DueRow, begun: { send: Send } | { error: unknown }): Promise<void> {
    let columns: AttemptColumns | undefined
    try {
      if ('error' in begun) throw begun.error
      // Each attempt crashed the program before the failure could be recorded.
      if (row.attempts > rules.attempts) throw new Error('Given up')
      const signal = AbortSignal.any([AbortSignal.timeout(rules.attemptMs), aborting.signal])
      if (begun.send) columns = await begun.send(signal)
    } catch (error) {
      if (aborting.signal.aborted) await release(row)
      else await fail(row, deps.failureOf(error, deps.onError))
      return
    }
    await markDelivered(row, columns)
  }

  /** Retries after a moment: a row that is not marked would be delivered a second time. */
  async function markDelivered(row: DueRow, columns: AttemptColumns | undefined): Promise<void> {
    const mark = () =>
      write(
        row,
        { ...columns, deliveredAt: clock(), recipient: null },
        (tx, then) => columns && deps.onDelivered?.(tx, row, then),
      )
    await mark().catch(async (error: unknown) => {
      deps.onError(error)
      await delay(POLL_INTERVAL_MS)
      await mark()
    })
  }

  async function fail(row: DueRow, failure: AttemptFailure): Promise<void> {
    deps.onFailure(row, failure)
    const { isFinal, reason, columns = {} } = failure
    const isGivenUp = isFinal || row.attempts >= rules.attempts || row.ageSeconds >= rules.longestAgeSeconds
    if (isGivenUp) {
      const given = { ...columns, failedAt: clock(), failure: reason, recipient: null }
      await write(row, given, (tx, then) => deps.onGivenUp(tx, row, reason, then))
      return
    }
    const nextAttemptAt = new Date(clock().getTime() + waitSeconds(row.attempts) * 1000)
    await write(row, { ...columns, nextAttemptAt }, (tx, then) =>
      deps.onRetry?.(tx, row, nextAttemptAt, then),
    )
  }

  function waitSeconds(attempts: number): number {
    const wait = Math.min(rules.firstWaitSeconds * 2 ** (attempts - 1), rules.longestWaitSeconds)
    return wait * (1 + JITTER * deps.jitter())
  }

  const release = (row: DueRow) => write(row, { attempts: row.attempts - 1, nextAttemptAt: clock() })

  /**
   * Updates a row and its consequences in one transaction, unless another worker has
   * taken the row since.
   */
  async function write(
    row: DueRow,
    columns: Partial<typeof outbox.$inferInsert>,
    follow?: (tx: Transaction, then: Then) => Promise<void> | undefined,
  ): Promise<void> {
    const left: Parameters<Then>[0][] = []
    await withScope(db, installationScope(), async (tx) => {
      if (follow) await deps.lock?.(tx, row)
      const { count: changed } = await tx.update(outbox).set(columns).where(isStillOwn(row))
      if (changed === 1) await follow?.(tx, (work) => left.push(work))
    })
    await Promise.all(left.map((work) => work(stopping.signal)))
  }

  return {
    /** Delivers until nothing is due and no attempt is running. */
    deliverDue,
    /** Delivers now and then continuously. */
    start(): void {
      const run = async () => {
        while (!stopping.signal.aborted) {
          await deliverDue().catch(deps.onError)
          await pause(POLL_INTERVAL_MS, stopping.signal)
        }
      }
      running = run()
    },
    /**
     * Takes no further row and finishes running attempts. One that takes too long is aborted and
     * due again at once, for another node or the next start.
     */
    async stop(): Promise<void> {
      stopping.abort()
      await running
      const limit = setTimeout(() => aborting.abort(), stopMs)
      await Promise.all(sending.keys())
      clearTimeout(limit)
    },
  }
}

const isStillOwn = ({ clientId, id, attempts }: DueRow): SQL => sql`
  client_id = ${clientId} and id = ${id} and attempts = ${attempts} and delivered_at is null and failed_at is null`
