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
import { OutboundError } from '../../lib/outbound/outbound-error.ts'
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

/** A delivery of the outbox. */
interface Delivery extends RecordedEvent {
  id: string
  eventId: string | null
}

/** What an attempt leaves in the columns of its delivery. */
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

  /** Kept as the reason when the delivery is given up. */
  get reason(): string {
    const { outcome, status } = this.result
    return outcome === 'error_status' ? String(status) : outcome
  }
}

/**
 * Makes an attempt ready from the present webhook and data. @returns undefined where what the event is about was deleted
 * @throws DeliveryError where the webhook is disabled or its secret cannot be read
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

/** PostgreSQL stores no NUL. */
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

/** Every result of a delivery changes its webhook, and some change other deliveries: they come one after the other. */
const lockWebhook = (tx: Transaction, delivery: Delivery) =>
  tx.select({ id: webhooks.id }).from(webhooks).where(isWebhook(delivery)).for('no key update')

/** A row whose next attempt is later than this is not in the middle of one. */
const LONGEST_LEASE_MS = 2 * 60_000

/** So many waiting deliveries get another time in one transaction. After a day without a receiver, hundreds of thousands may wait. */
const MOVED_ROWS = 1000

/** Another time for the waiting deliveries of a webhook. */
interface Move extends Receiver {
  /** Of the webhook. Once that has changed, another result decides. */
  failingSince: Date | null
  to: Date
  /** Which of them, as `waiting`. They are no longer among these once they have the time. */
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
 * Moves those that a result has left, in transactions of their own. Meanwhile some of them may be sent. Where the program ends, the others keep their
 * time: at most that of a rest, or of their own next attempt.
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
  // oxlint-disable-next-line no-await-in-loop -- a part begins where the one before ended
  while (!stopping.aborted && (await moveSome()));
}

/** The webhook works. Where it had failed, all that waits for it is due. @returns what is left for `moveOthers` */
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
 * The webhook has failed. Where nothing has succeeded in between, it rests: half as long as it has been failing, and a quarter of an hour at
 * most, nothing is sent to it. So a receiver that is away is asked now and then, however much waits for it.
 * @returns what is left for `moveOthers`
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
  // Calls that fail at about the same time do not move all of them again.
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

/** A delivery was given up. A webhook that has accepted nothing for as long is disabled, and the admins are told. */
async function giveUpFailing(tx: Transaction, delivery: Delivery, now: Date): Promise<Move | undefined> {
  const left = await markFailing(tx, delivery, now)
  // The first failure comes a little later than the delivery was queued.
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

/** After 30 seconds, one minute, two, and so on up to an hour, then each hour for 72 hours. `docs/webhooks.md` says it too. */
const rules: QueueRules = {
  queue: 'webhook',
  atOnce: 40,
  atOncePerWebhook: { ofWebhook: 4, ofClient: 8 },
  attemptMs: limits.webhooks.timeLimitMilliseconds + 2000,
  firstWaitSeconds: 30,
  longestWaitSeconds: 3600,
  // The time ends it first. This is for a delivery that ends the program each time.
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
