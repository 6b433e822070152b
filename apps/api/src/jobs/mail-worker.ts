import { setTimeout as delay } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { installationScope } from '../db/scopes.ts'
import { type Transaction, withScope } from '../db/tenancy.ts'
import { failureOf, type MailFailure } from '../mail/mail-failure.ts'
import type { Mail, Mailer } from '../mail/mailer.ts'

/** A mail that is due, as it was recorded in the outbox. */
export interface DueMail {
  clientId: string
  id: string
  type: string
  /** The id of the user. */
  subject: string
  /** The email at the time when it was recorded; null where an earlier version of the program recorded it. */
  recipient: string | null
  payload: Record<string, unknown>
  /** How many attempts there were, this one included. */
  attempts: number
  /** The age of the record. */
  ageSeconds: number
}

export interface MailWorkerDeps {
  db: Database
  mailer: Mailer
  clock: () => Date
  /** Records mails that wait for a look-up. Called before each search for due mails. */
  prepare(): Promise<void>
  /** Composes the mail from the present data; undefined where it is no longer wanted. */
  compose(mail: DueMail): Promise<Mail | undefined>
  /** Called in the transaction that marks the mail as failed. */
  onGivenUp(tx: Transaction, mail: DueMail, reason: string): Promise<void>
  /** Called for each failed attempt. */
  onFailure(mail: DueMail, failure: MailFailure): void
  /** Called for errors that are not of a mail, such as a database that is away. */
  onError(error: unknown): void
  /** The time limit of one attempt. */
  sendMs?: number
  /** How long `stop` waits for mails that are being sent. */
  stopMs?: number
}

export interface MailWorker {
  /** Delivers until no mail is due and none is being sent. */
  deliverDue(): Promise<void>
  /** Delivers now and then continuously. */
  start(): void
  /**
   * Takes no further mail and finishes those that are being sent. A mail that takes too long is aborted and due again at once:
   * another node, or the next start, sends it.
   */
  stop(): Promise<void>
}

/** A mail is taken only when it can be sent at once. In the queue of a semaphore its lease could end. */
const MAX_SENDING = 10
const POLL_INTERVAL_MS = 1000
const SEND_MS = 30_000
const STOP_MS = 10_000
/** Longer than an attempt with its queries. When a node is killed while it sends a mail, another node may take the mail after this time. */
const LEASE_SECONDS = 90
/** With the waits below, the last attempt is about a day after the first. */
const ATTEMPTS = 14
const FIRST_WAIT_SECONDS = 30
const LONGEST_WAIT_SECONDS = 6 * 3600
/** The limit for a mail that waited behind others to its email. The purge deletes the rest after seven days. */
const LONGEST_AGE_SECONDS = 3 * 24 * 3600
/** How long the link to a new email waits for the warning to the old one: the old mailbox may be out of order for days. */
const WARNING_FIRST_SECONDS = 3600

const isOpen = (alias: string): SQL =>
  sql.raw(`${alias}.delivered_at is null and ${alias}.failed_at is null and ${alias}.type like 'mail.%'`)

/**
 * Takes the mail that has been due longest. The mails of a person to one email leave in the order of their ids. Mails to different
 * emails do not wait for each other, with one exception: the link to a new email waits for the warning to the old one.
 */
async function takeNext(db: Database, now: Date): Promise<DueMail | undefined> {
  const at = sql`${now.toISOString()}::timestamptz`
  const [mail] = await withScope(db, installationScope(), (tx) =>
    tx.execute<DueMail & Record<string, unknown>>(sql`
      update outbox set attempts = attempts + 1, next_attempt_at = ${at} + ${LEASE_SECONDS} * interval '1 second'
      where (client_id, id) in (
        select due.client_id, due.id from outbox due
        where ${isOpen('due')} and due.next_attempt_at <= ${at}
          and not exists (
            select from outbox earlier
            where earlier.client_id = due.client_id and earlier.subject = due.subject and earlier.id < due.id
              and ${isOpen('earlier')}
              and (earlier.recipient is not distinct from due.recipient
                or due.type = 'mail.verify_email' and earlier.payload ->> 'kind' = 'email_change_requested'
                  and earlier.created_at > ${at} - ${WARNING_FIRST_SECONDS} * interval '1 second'))
        order by due.next_attempt_at, due.id limit 1 for update skip locked)
      returning client_id as "clientId", id, type, subject, recipient, payload, attempts,
        extract(epoch from ${at} - created_at)::float8 as "ageSeconds"`),
  )
  return mail
}

/** Creates a worker that delivers each due mail at least once, several at a time. */
export function createMailWorker(deps: MailWorkerDeps): MailWorker {
  const { db, mailer, clock, sendMs = SEND_MS, stopMs = STOP_MS } = deps
  const sending = new Set<Promise<void>>()
  const stopping = new AbortController()
  const aborting = new AbortController()
  let running = Promise.resolve()

  async function deliverDue(): Promise<void> {
    while (!stopping.signal.aborted) {
      await deps.prepare().catch(deps.onError)
      const wasBusy = sending.size > 0
      const mail = sending.size < MAX_SENDING ? await takeNext(db, clock()) : undefined
      if (mail) await startSending(mail)
      else if (!wasBusy) return
      // A mail that has just been sent may have held up another.
      else if (sending.size > 0) await Promise.race([...sending, pause()])
    }
  }

  async function startSending(mail: DueMail): Promise<void> {
    // Composed one after the other, so that many due mails do not take all connections of the pool.
    const composed = await deps.compose(mail).catch((error: unknown) => {
      deps.onError(error)
      return { error }
    })
    const work = finish(mail, composed)
      .catch(deps.onError)
      .finally(() => sending.delete(work))
    sending.add(work)
  }

  async function finish(mail: DueMail, composed: Mail | undefined | { error: unknown }): Promise<void> {
    try {
      if (composed && 'error' in composed) throw composed.error
      // Every attempt ended the program before the failure could be recorded.
      if (mail.attempts > ATTEMPTS) throw new Error('Given up')
      const signal = AbortSignal.any([AbortSignal.timeout(sendMs), aborting.signal])
      if (composed) await mailer.send(composed, signal)
    } catch (error) {
      if (aborting.signal.aborted) await release(mail)
      else await fail(mail, failureOf(error))
      return
    }
    await markDelivered(mail)
  }

  /** Tries again after a moment: a mail that is not marked would be sent a second time. */
  async function markDelivered(mail: DueMail): Promise<void> {
    const mark = () => write(mail, sql`delivered_at = ${timestamp(clock())}, recipient = null`)
    await mark().catch(async (error: unknown) => {
      deps.onError(error)
      await delay(POLL_INTERVAL_MS)
      await mark()
    })
  }

  async function fail(mail: DueMail, failure: MailFailure): Promise<void> {
    deps.onFailure(mail, failure)
    const isGivenUp = failure.isFinal || mail.attempts >= ATTEMPTS || mail.ageSeconds >= LONGEST_AGE_SECONDS
    if (!isGivenUp) {
      const wait = Math.min(FIRST_WAIT_SECONDS * 2 ** (mail.attempts - 1), LONGEST_WAIT_SECONDS)
      await write(mail, sql`next_attempt_at = ${timestamp(clock())} + ${wait} * interval '1 second'`)
      return
    }
    await withScope(db, installationScope(), async (tx) => {
      const given = await tx.execute(
        updateOf(mail, sql`failed_at = ${timestamp(clock())}, failure = ${failure.reason}, recipient = null`),
      )
      if (given.length === 1) await deps.onGivenUp(tx, mail, failure.reason)
    })
  }

  const release = (mail: DueMail) =>
    write(mail, sql`attempts = attempts - 1, next_attempt_at = ${timestamp(clock())}`)

  const write = (mail: DueMail, changes: SQL) =>
    withScope(db, installationScope(), (tx) => tx.execute(updateOf(mail, changes)))

  return {
    deliverDue,
    start() {
      const run = async () => {
        while (!stopping.signal.aborted) {
          await deliverDue().catch(deps.onError)
          await pause()
        }
      }
      running = run()
    },
    async stop() {
      stopping.abort()
      await running
      const limit = setTimeout(() => aborting.abort(), stopMs)
      await Promise.all(sending)
      clearTimeout(limit)
    },
  }

  /** Waits until the next search for mails, or until the stop. */
  function pause(): Promise<void> {
    return delay(POLL_INTERVAL_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
  }
}

const timestamp = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`

/** Changes a mail, unless another worker has taken it since. */
const updateOf = ({ clientId, id, attempts }: DueMail, changes: SQL): SQL => sql`
  update outbox set ${changes}
  where client_id = ${clientId} and id = ${id} and attempts = ${attempts} and delivered_at is null and failed_at is null
  returning id`
