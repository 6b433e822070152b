import { setTimeout as delay } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { installationScope } from '../db/scopes.ts'
import { type Transaction, withScope } from '../db/tenancy.ts'
import { failureOf, type MailFailure } from '../mail/mail-failure.ts'
import type { Mail, Mailer } from '../mail/mailer.ts'

/** A mail that is due, as its change wrote it down. */
export interface DueMail {
  clientId: string
  id: string
  type: string
  /** Whom it is about: a user's id. */
  subject: string
  /** The address that it was written for; null where an earlier version of the program wrote it down. */
  recipient: string | null
  payload: Record<string, unknown>
  /** How many times it was taken, this time included. */
  attempts: number
  /** Since it was written down. */
  ageSeconds: number
}

export interface MailWorkerDeps {
  db: Database
  mailer: Mailer
  clock: () => Date
  /** Writes down the mails that wait for a look-up; called before mails are looked for. */
  prepare(): Promise<void>
  /** Looks up what the mail needs, with the rights of now; undefined where it is not wanted any more. */
  compose(mail: DueMail): Promise<Mail | undefined>
  /** Called in the transaction that gives the mail up. */
  onGivenUp(tx: Transaction, mail: DueMail, reason: string): Promise<void>
  /** Told of each attempt that failed. */
  onFailure(mail: DueMail, failure: MailFailure): void
  /** Told of what went wrong beside the mails: the database is away. */
  onError(error: unknown): void
  /** How long one attempt may take. */
  sendMs?: number
  /** How long a stop waits for the mails in hand. */
  stopMs?: number
}

export interface MailWorker {
  /** Delivers until nothing is due and nothing in hand. */
  deliverDue(): Promise<void>
  /** Delivers now and from then on. */
  start(): void
  /**
   * Takes no mail any more and finishes those in hand. What is not finished in time is broken off and due again at once: another
   * node, or the next start, sends it.
   */
  stop(): Promise<void>
}

const AT_ONCE = 10
const LOOK_MS = 1000
const SEND_MS = 30_000
const STOP_MS = 10_000
/** Longer than an attempt with its queries: whoever dies with a mail in hand leaves it to the next after that. */
const LEASE_SECONDS = 90
/** With these waits the last attempt is about a day after the first. */
const ATTEMPTS = 14
const FIRST_WAIT_SECONDS = 30
const LONGEST_WAIT_SECONDS = 6 * 3600
/** For a mail that has waited behind others of its address. What is left after seven days is purged. */
const LONGEST_AGE_SECONDS = 3 * 24 * 3600
/** How long the link to a new address waits for the warning to the old one, which may be out of order for days. */
const WARNING_FIRST_SECONDS = 3600

const isOpen = (alias: string): SQL =>
  sql.raw(`${alias}.delivered_at is null and ${alias}.failed_at is null and ${alias}.type like 'mail.%'`)

/**
 * Takes the mail that has been due longest. The mails of a person leave in the order of their ids for each address, and no mail waits for
 * one to another address, but that a link to a new address waits for the warning to the old one.
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

/** Delivers what is due, at least once each, several at once. */
export function createMailWorker(deps: MailWorkerDeps): MailWorker {
  const { db, mailer, clock, sendMs = SEND_MS, stopMs = STOP_MS } = deps
  const inHand = new Set<Promise<void>>()
  const stopping = new AbortController()
  const breakingOff = new AbortController()
  let running = Promise.resolve()

  async function deliverDue(): Promise<void> {
    while (!stopping.signal.aborted) {
      await deps.prepare().catch(deps.onError)
      const wasBusy = inHand.size > 0
      const mail = inHand.size < AT_ONCE ? await takeNext(db, clock()) : undefined
      if (mail) await begin(mail)
      else if (!wasBusy) return
      // One that ends, or has ended by now, may have held up another.
      else if (inHand.size > 0) await Promise.race([...inHand, pause()])
    }
  }

  async function begin(mail: DueMail): Promise<void> {
    // One after the other, so that many due mails do not take all connections of the pool.
    const composed = await deps.compose(mail).catch((error: unknown) => {
      deps.onError(error)
      return { error }
    })
    const work = finish(mail, composed)
      .catch(deps.onError)
      .finally(() => inHand.delete(work))
    inHand.add(work)
  }

  async function finish(mail: DueMail, composed: Mail | undefined | { error: unknown }): Promise<void> {
    try {
      if (composed && 'error' in composed) throw composed.error
      // Taken once more than it may be: each attempt ended the program before it could say so.
      if (mail.attempts > ATTEMPTS) throw new Error('Given up')
      const signal = AbortSignal.any([AbortSignal.timeout(sendMs), breakingOff.signal])
      if (composed) await mailer.send(composed, signal)
    } catch (error) {
      if (breakingOff.signal.aborted) await release(mail)
      else await fail(mail, failureOf(error))
      return
    }
    await markDelivered(mail)
  }

  /** A mail that is not marked is sent again, so a database that is busy for a moment is asked once more. */
  async function markDelivered(mail: DueMail): Promise<void> {
    const mark = () => write(mail, sql`delivered_at = ${timestamp(clock())}, recipient = null`)
    await mark().catch(async (error: unknown) => {
      deps.onError(error)
      await delay(LOOK_MS)
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
      const limit = setTimeout(() => breakingOff.abort(), stopMs)
      await Promise.all(inHand)
      clearTimeout(limit)
    },
  }

  /** Until mails are looked for again, or the stop. */
  function pause(): Promise<void> {
    return delay(LOOK_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
  }
}

const timestamp = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`

/** Changes a mail that is still in the hand which took it. */
const updateOf = ({ clientId, id, attempts }: DueMail, changes: SQL): SQL => sql`
  update outbox set ${changes}
  where client_id = ${clientId} and id = ${id} and attempts = ${attempts} and delivered_at is null and failed_at is null
  returning id`
