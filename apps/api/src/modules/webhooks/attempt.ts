import type { DeliveryOutcome } from '@gatehouse/validation/endpoints/webhooks'
import { limits } from '@gatehouse/validation/limits'
import { and, eq, isNotNull, lt, type SQL, sql } from 'drizzle-orm'
import { recordAudit, auditOf, program } from '../../db/audit.ts'
import type { Database } from '../../db/client.ts'
import { hasValues } from '../../db/has-values.ts'
import { nextModified } from '../../db/edit-row.ts'
import { recordNotices } from '../../db/outbox.ts'
import { webhooks } from '../../db/schema/webhooks.ts'
import type { InstallationScope } from '../../db/scopes.ts'
import { type Transaction, withScope, withReadScope } from '../../db/tenancy.ts'
import { HOUR_MS } from '../../lib/durations.ts'
import { DecryptionError, tryDecrypt } from '../../lib/encryption.ts'
import { createEventHeaders } from '../../lib/outbound/event-headers.ts'
import { OutboundError } from '../../lib/outbound/destinations.ts'
import { type OutboundResponse, sendRequest } from '../../lib/outbound/send-request.ts'
import { composeBody, type RecordedEvent } from './compose-body.ts'
import type { WebhookDeps } from './change-webhook.ts'
import { instant } from '../../db/sql-values.ts'
import type { Queue, QueueRules, Then } from '../../jobs/outbox-worker.ts'
import { recordDeliveries } from './record-deliveries.ts'

interface AttemptDeps extends WebhookDeps {
  db: Database
  installation: InstallationScope
  clock: () => Date
}

/** A delivery in the outbox. */
interface Delivery extends RecordedEvent {
  id: string
  eventId: string | null
}

/** The columns of a delivery that an attempt sets. */
interface AttemptResult {
  attemptedAt: Date
  outcome: DeliveryOutcome
  status: number | null
  response: string | null
  milliseconds: number
}

/** A delivery that was not accepted. */
class DeliveryError extends Error {
  override name = 'DeliveryError'
  readonly result: AttemptResult

  constructor(result: AttemptResult) {
    super(`A delivery to a webhook failed: ${result.outcome}`)
    this.result = result
  }

  /** The stored reason when the delivery fails for good. */
  get reason(): string {
    const { outcome, status } = this.result
    return outcome === 'error_status' ? String(status) : outcome
  }
}

/**
 * Prepares an attempt from the current webhook and data.
 * @returns undefined where the subject of the event was deleted
 * @throws DeliveryError where the webhook is disabled or its secret can't be decrypted
 */
async function beginAttempt(
  { db, installation, clock, cipher, destinations }: AttemptDeps,
  delivery: Delivery,
): Promise<((signal: AbortSignal) => Promise<AttemptResult>) | undefined> {
  const { clientId, webhookId, eventId, id } = delivery
  const [webhook, body] = await withReadScope(db, installation, async (tx) => {
    const [found] = await tx.select().from(webhooks).where(isWebhook(delivery))
    return [found, found && (await composeBody(tx, delivery))]
  })
  if (!webhook || webhookId === null || body === undefined) return undefined
  const refuse = (outcome: DeliveryOutcome) =>
    new DeliveryError({ attemptedAt: clock(), outcome, status: null, response: null, milliseconds: 0 })
  if (!webhook.enabled) throw refuse('disabled')
  const { encryptedSecret, encryptedPreviousSecret: previous, previousSecretUntil } = webhook
  const isRotating = previousSecretUntil !== null && previousSecretUntil > clock()
  const secrets = [encryptedSecret, ...(isRotating && previous ? [previous] : [])].map((encrypted) =>
    tryDecrypt(() => cipher.decrypt(encrypted, clientId, webhookId)),
  )
  const readable = secrets.flatMap((secret) => (secret instanceof DecryptionError ? [] : [secret]))
  if (readable.length < secrets.length) throw refuse('secret_unreadable')

  return async (signal) => {
    const attemptedAt = clock()
    const start = performance.now()
    const resultOf = (outcome: DeliveryOutcome, response?: OutboundResponse): AttemptResult => ({
      attemptedAt,
      outcome,
      status: response?.status ?? null,
      response: response ? textOf(response.body) : null,
      milliseconds: Math.round(performance.now() - start),
    })
    try {
      const response = await sendRequest(new URL(webhook.url), {
        method: 'POST',
        headers: createEventHeaders(eventId ?? id, body, { secrets: readable, sentAt: attemptedAt }),
        body,
        signal,
        timeLimitMs: limits.webhooks.timeLimitMilliseconds,
        maxResponseBytes: limits.webhooks.responseBytes,
        destinations,
      })
      const result = resultOf(outcomeOf(response.status), response)
      if (result.outcome !== 'accepted') throw new DeliveryError(result)
      return result
    } catch (error) {
      throw error instanceof OutboundError ? new DeliveryError(resultOf(error.code)) : error
    }
  }
}

function outcomeOf(status: number): DeliveryOutcome {
  if (status >= 200 && status < 300) return 'accepted'
  return status >= 300 && status < 400 ? 'redirected' : 'error_status'
}

/** Removes NUL, which PostgreSQL can't store. */
function textOf(body: Buffer): string {
  return body
    .toString('utf8')
    .slice(0, limits.webhooks.keptResponseCharacters)
    .toWellFormed()
    .replaceAll('\0', '\uFFFD')
}

type Receiver = Pick<Delivery, 'clientId' | 'webhookId'>

const isWebhook = ({ clientId, webhookId }: Receiver) =>
  hasValues(webhooks, { clientId, id: webhookId ?? clientId })

/** Serializes a webhook's results: each changes the webhook, some also other deliveries. */
const lockWebhook = (tx: Transaction, delivery: Delivery) =>
  tx.select({ id: webhooks.id }).from(webhooks).where(isWebhook(delivery)).for('no key update')

/** A row whose next attempt is further away than this is not being attempted now. */
const LONGEST_LEASE_MS = 2 * 60_000

/**
 * How many waiting deliveries are rescheduled in one transaction. After a day without a receiver,
 * hundreds of thousands may wait.
 */
const MOVED_ROWS = 1000

/** A new due time for the waiting deliveries of a webhook. */
interface Move extends Receiver {
  /** The webhook's value. Once it has changed, another result decides. */
  failingSince: Date | null
  to: Date
  /** A condition on the rows, as `waiting`. It must not match rows that already have the time. */
  which: SQL
}

/** @returns whether there may be more */
async function moveWaiting(tx: Transaction, { clientId, webhookId, to, which }: Move): Promise<boolean> {
  const { count } = await tx.execute(sql`
    with moved as materialized (
      select id from outbox waiting
      where queue = 'webhook' and client_id = ${clientId} and webhook_id = ${webhookId} and delivered_at is null and failed_at is null
        and ${which}
      order by next_attempt_at limit ${MOVED_ROWS})
    update outbox set next_attempt_at = ${instant(to)}
    from moved where outbox.client_id = ${clientId} and outbox.id = moved.id`)
  return count === MOVED_ROWS
}

/**
 * Reschedules the deliveries that a result has left, in transactions of their own. Some may be sent
 * in the meantime. If the process stops, the others keep their time, which is at most that of a
 * rest or of their own next attempt.
 */
export async function moveOthers(
  db: Database,
  installation: InstallationScope,
  move: Move,
  stopping: AbortSignal,
): Promise<void> {
  const moveSome = () =>
    withScope(db, installation, async (tx) => {
      const [webhook] = await tx
        .select({ failingSince: webhooks.failingSince })
        .from(webhooks)
        .where(isWebhook(move))
        .for('no key update')
      return (
        webhook?.failingSince?.getTime() === move.failingSince?.getTime() && (await moveWaiting(tx, move))
      )
    })
  while (!stopping.aborted && (await moveSome()));
}

/**
 * Marks the webhook as working. If it was failing, everything that waits for it becomes due.
 * @returns the rest for `moveOthers`
 */
async function markWorking(tx: Transaction, delivery: Delivery, now: Date): Promise<Move | undefined> {
  const { count: recovered } = await tx
    .update(webhooks)
    .set({ failingSince: null })
    .where(and(isWebhook(delivery), isNotNull(webhooks.failingSince)))
  if (recovered === 0) return undefined
  const { clientId, webhookId } = delivery
  const later = new Date(now.getTime() + LONGEST_LEASE_MS)
  const which = sql`waiting.next_attempt_at > ${instant(later)}`
  const move: Move = { clientId, webhookId, failingSince: null, to: now, which }
  return (await moveWaiting(tx, move)) ? move : undefined
}

const REST_MS = { least: 30_000, most: 15 * 60_000 }

/**
 * Marks the webhook as failing. Without a success since the first failure it rests: nothing is sent
 * for half as long as it has been failing, at most a quarter of an hour. So a receiver that is down
 * gets few requests, however much waits for it.
 * @returns the rest for `moveOthers`
 */
export async function markFailing(
  tx: Transaction,
  delivery: Receiver & Pick<Delivery, 'id'>,
  now: Date,
): Promise<Move | undefined> {
  const [webhook] = await tx
    .select({ failingSince: webhooks.failingSince })
    .from(webhooks)
    .where(isWebhook(delivery))
  if (!webhook) return undefined
  if (!webhook.failingSince) {
    await tx.update(webhooks).set({ failingSince: now }).where(isWebhook(delivery))
    return undefined
  }
  const failingMs = now.getTime() - webhook.failingSince.getTime()
  const restMs = Math.min(Math.max(failingMs / 2, REST_MS.least), REST_MS.most)
  const { clientId, webhookId, id } = delivery
  // Calls that fail at about the same time must not all reschedule everything.
  const sooner = new Date(now.getTime() + restMs * 0.9)
  const which = sql`waiting.id <> ${id} and waiting.next_attempt_at < ${instant(sooner)}`
  const move: Move = {
    clientId,
    webhookId,
    failingSince: webhook.failingSince,
    to: new Date(now.getTime() + restMs),
    which,
  }
  return (await moveWaiting(tx, move)) ? move : undefined
}

/**
 * Handles a failed delivery. A webhook that has accepted nothing for the whole retry time is
 * disabled, and the admins are notified.
 */
async function giveUpFailing(tx: Transaction, delivery: Delivery, now: Date): Promise<Move | undefined> {
  const left = await markFailing(tx, delivery, now)
  // The first failure comes a little after the delivery was queued.
  const since = new Date(now.getTime() - (limits.webhooks.retryHours - 1) * HOUR_MS)
  const [disabled] = await tx
    .update(webhooks)
    .set({ enabled: false, givenUpAt: now, lastModified: nextModified(webhooks.lastModified, now) })
    .where(and(isWebhook(delivery), eq(webhooks.enabled, true), lt(webhooks.failingSince, since)))
    .returning({ clientId: webhooks.clientId, id: webhooks.id })
  if (!disabled) return left
  const { clientId, id } = disabled
  await recordAudit(tx, auditOf({ actor: program, now }, 'webhook.given_up', 'webhook', { clientId, id }))
  await recordNotices(tx, [
    { clientId, event: 'webhook_failing', subject: id, at: now, payload: { webhook: id } },
  ])
  return left
}

/** Retries after 30 s, 1 min and so on up to an hour, for 72 hours (see `docs/webhooks.md`). */
const rules: QueueRules = {
  queue: 'webhook',
  atOnce: 40,
  atOncePerWebhook: { ofWebhook: 4, ofClient: 8 },
  attemptMs: limits.webhooks.timeLimitMilliseconds + 2000,
  firstWaitSeconds: 30,
  longestWaitSeconds: 3600,
  // The age limit comes first. This is for a delivery that crashes the process each time.
  attempts: 200,
  longestAgeSeconds: limits.webhooks.retryHours * 3600,
}

/** Deliveries to webhooks. */
export function webhookQueue(deps: AttemptDeps): Queue {
  const { db, installation, clock } = deps
  const moveThen = (then: Then, move: Move | undefined) => {
    if (move) then((stopping) => moveOthers(db, installation, move, stopping))
  }
  return {
    rules,
    failed: 'delivery to a webhook failed',
    prepare: (onError) => recordDeliveries(db, installation, clock(), onError),
    begin: (row) => beginAttempt(deps, row),
    failureOf(error, onError) {
      if (error instanceof DeliveryError) {
        const { result, reason } = error
        return { isFinal: result.outcome === 'disabled', reason, columns: result }
      }
      onError(error)
      return { isFinal: false, reason: 'unknown' }
    },
    lock: lockWebhook,
    onDelivered: async (tx, row, then) => moveThen(then, await markWorking(tx, row, clock())),
    onRetry: async (tx, row, _, then) => moveThen(then, await markFailing(tx, row, clock())),
    async onGivenUp(tx, row, reason, then) {
      if (reason !== 'disabled') moveThen(then, await giveUpFailing(tx, row, clock()))
    },
  }
}
