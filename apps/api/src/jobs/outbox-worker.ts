import { setTimeout as delay } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { outbox, type OutboxQueue } from '../db/schema/outbox.ts'
import { installationScope } from '../db/scopes.ts'
import { type Transaction, withScope } from '../db/tenancy.ts'

export interface DueRow {
  clientId: string
  id: string
  type: string
  subject: string
  /** Of a mail: the email at the time when it was recorded; null where it is sent again. */
  recipient: string | null
  payload: Record<string, unknown>
  /** Of a delivery to a webhook. */
  webhookId: string | null
  eventId: string | null
  createdAt: Date
  /** How many attempts there were, this one included. */
  attempts: number
  /** For how long it has been tried, or has waited to be. */
  ageSeconds: number
}

/** Columns that an attempt leaves beside its result. */
export type AttemptColumns = Partial<
  Pick<typeof outbox.$inferInsert, 'attemptedAt' | 'outcome' | 'status' | 'response' | 'milliseconds'>
>

export interface AttemptFailure {
  /** No later attempt can succeed. */
  isFinal: boolean
  /** A code, never a text of another server. */
  reason: string
  columns?: AttemptColumns
}

/** How a queue of the outbox is worked off. */
export interface QueueRules {
  queue: OutboxQueue
  /** Whether a due row waits for an earlier one of its subject (`due`, `earlier`); for each of them where it is left out. */
  waitsFor?(at: SQL): SQL
  /** How many attempts are made at a time, on this node. */
  atOnce: number
  /** How many of them call one webhook, and all webhooks of one client. They may be slow. */
  atOncePerWebhook?: { ofWebhook: number; ofClient: number }
  attemptMs: number
  firstWaitSeconds: number
  longestWaitSeconds: number
  /** After so many attempts, or after this time, it is given up. */
  attempts: number
  longestAgeSeconds: number
}

/** Takes work that is too much for the transaction of one result. */
export type Then = (work: (stopping: AbortSignal) => Promise<void>) => void

type OnError = (error: unknown) => void

/** A queue of the outbox as a module declares it. */
export interface Queue {
  rules: QueueRules
  /** What the log says of a failed attempt. */
  failed: string
  /** Called before each search for due rows, to record what is due by now. */
  prepare?(onError: OnError): Promise<void>
  /**
   * Makes an attempt ready from the present data; undefined where nothing is to be sent any more. One row after the other is made ready, so that
   * many due rows do not take all connections of the pool.
   */
  begin(
    row: DueRow,
    onError: OnError,
  ): Promise<((signal: AbortSignal) => Promise<AttemptColumns>) | undefined>
  /** Reads an error of `begin` or of the attempt. */
  failureOf(error: unknown, onError: OnError): AttemptFailure
  /**
   * Locks what the row shares with others whose results change it too, in the transaction that marks the row and before that. Two results that locked
   * their own rows first could wait for each other.
   */
  lock?(tx: Transaction, row: DueRow): Promise<unknown>
  /** Called in the transaction that marks the row; the first not where nothing was sent. What is given to `then` is done once it has ended. */
  onDelivered?(tx: Transaction, row: DueRow, then: Then): Promise<void>
  onRetry?(tx: Transaction, row: DueRow, nextAttemptAt: Date, then: Then): Promise<void>
  onGivenUp(tx: Transaction, row: DueRow, reason: string, then: Then): Promise<void>
}

export interface OutboxWorkerDeps extends Omit<Queue, 'failed'> {
  db: Database
  clock: () => Date
  onFailure(row: DueRow, failure: AttemptFailure): void
  /** Called for errors that are not of a row, such as a database that is away. */
  onError: OnError
  /** Called after each attempt, with its milliseconds. */
  onDone?(row: DueRow, ms: number): void
  /** What is added to a wait, from 0 to 1 of a fifth of it, so that not all come back at once. */
  jitter: () => number
  /** How long `stop` waits for attempts that are being made. */
  stopMs?: number
}

export type OutboxWorker = ReturnType<typeof createOutboxWorker>

const POLL_INTERVAL_MS = 1000
const STOP_MS = 10_000
/** Longer than an attempt with its queries. When a node is killed during an attempt, another node may take the row after this time. */
const LEASE_SECONDS = 90
/** The largest part of a wait that chance adds. */
const JITTER = 0.2

/**
 * Whether an earlier row is due, or is being sent, for the first time. Not one that has failed, nor one whose time has not come, however soon that
 * is: it has no attempt. For queues that note each failure in `outcome`.
 */
export const isDueOrSent = (at: SQL): SQL => sql`earlier.outcome is null and (earlier.next_attempt_at <= ${at}
  or earlier.attempts > 0 and earlier.next_attempt_at <= ${at} + ${LEASE_SECONDS} * interval '1 second')`

const timestamp = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`
const isOpen = (alias: string): SQL => sql.raw(`${alias}.delivered_at is null and ${alias}.failed_at is null`)

/** Comes before the id of each client. */
const NO_CLIENT = '00000000-0000-0000-0000-000000000000'

/**
 * Takes a row of the client whose turn it is: of the next one in the order of their ids, so that no
 * client waits for all rows of another. Of its rows it takes the one that has been due longest,
 * unless an earlier one of its subject is open: rows of one subject leave in their order.
 *
 * Of several webhooks of a client the one is served whose first row has been due longest. Each has
 * its own part of an index, so the rows of busy ones are not read.
 *
 * Each `order by` over rows is that of one index, and `limit` makes its subquery read one row at a
 * time. So with `takeOptions` no number of rows makes the plan another one. A plain `not exists`
 * would be planned as a join.
 * @param busy the webhooks and clients that have as many calls at a time as they may
 * @param lastServed the client of the row that was taken before
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

/** A row is taken only when the attempt can be made at once. In a queue of this process its lease could end. */
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
  const { db, clock, rules, stopMs = STOP_MS } = deps
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
      // A row that has just been delivered may have held up another.
      else if (sending.size > 0) await Promise.race([...sending.keys(), pause()])
    }
  }

  /** The webhooks and clients that have as many calls at a time as they may. */
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
      // Every attempt ended the program before the failure could be recorded.
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

  /** Tries again after a moment: a row that is not marked would be delivered a second time. */
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

  /** Changes a row, unless another worker has taken it since, and does in the same transaction what follows. */
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
    /** Delivers until nothing is due and nothing is being sent. */
    deliverDue,
    /** Delivers now and then continuously. */
    start(): void {
      const run = async () => {
        while (!stopping.signal.aborted) {
          await deliverDue().catch(deps.onError)
          await pause()
        }
      }
      running = run()
    },
    /**
     * Takes no further row and finishes the attempts that are being made. One that takes too long is aborted and due again at once:
     * another node, or the next start, makes it.
     */
    async stop(): Promise<void> {
      stopping.abort()
      await running
      const limit = setTimeout(() => aborting.abort(), stopMs)
      await Promise.all(sending.keys())
      clearTimeout(limit)
    },
  }

  /** Waits until the next search for due rows, or until the stop. */
  function pause(): Promise<void> {
    return delay(POLL_INTERVAL_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
  }
}

const isStillOwn = ({ clientId, id, attempts }: DueRow): SQL => sql`
  client_id = ${clientId} and id = ${id} and attempts = ${attempts} and delivered_at is null and failed_at is null`
