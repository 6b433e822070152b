import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../db/client.ts'
import { installationScope } from '../db/scopes.ts'
import { withScope } from '../db/tenancy.ts'

/** A mail that is due, as its change wrote it down. */
export interface DueMail {
  clientId: string
  id: string
  type: string
  /** Whom it is about: a user's id. */
  subject: string
  payload: Record<string, unknown>
}

/** Looks up what the mail needs, with the rights of now, and sends it. Throws where it has to be tried again. */
export type SendMail = (mail: DueMail) => Promise<void>

const AT_ONCE = 10
/** With these waits the last try is about two days after the first; housekeeping removes what is left after seven. */
const TRIES = 14
const FIRST_WAIT_SECONDS = 30
const LONGEST_WAIT_SECONDS = 6 * 3600

/**
 * Takes the mails that are due: one for each subject, the oldest, so that they arrive in order. Taking one moves its next
 * try ahead, so whoever dies with it in hand leaves it to the next.
 */
async function takeDue(db: Database, now: Date): Promise<DueMail[]> {
  const at = now.toISOString()
  return withScope(db, installationScope(), (tx) =>
    tx.execute<DueMail & Record<string, unknown>>(sql`
      update outbox set attempts = attempts + 1, next_attempt_at = ${at}::timestamptz
        + least(${FIRST_WAIT_SECONDS} * power(2, attempts), ${LONGEST_WAIT_SECONDS}) * interval '1 second'
      where (client_id, id) in (
        select due.client_id, due.id from outbox due
        where due.delivered_at is null and due.type like 'mail.%' and due.next_attempt_at <= ${at}::timestamptz
          and due.attempts < ${TRIES}
          and not exists (
            select from outbox earlier where earlier.client_id = due.client_id and earlier.subject = due.subject
              and earlier.id < due.id and earlier.delivered_at is null and earlier.type like 'mail.%'
              and earlier.attempts < ${TRIES})
        order by due.next_attempt_at limit ${AT_ONCE} for update skip locked)
      returning client_id as "clientId", id, type, subject, payload`),
  )
}

/**
 * Delivers what is due, at least once each.
 * @returns how many were taken: there may be more
 */
export async function deliverDueMails(
  db: Database,
  send: SendMail,
  now: Date,
  onFailure: (error: unknown) => void,
): Promise<number> {
  const mails = await takeDue(db, now)
  await Promise.all(
    mails.map(async (mail) => {
      try {
        await send(mail)
        await withScope(db, installationScope(), (tx) =>
          tx.execute(sql`
            update outbox set delivered_at = ${now.toISOString()}::timestamptz
            where client_id = ${mail.clientId} and id = ${mail.id}`),
        )
      } catch (error) {
        onFailure(error)
      }
    }),
  )
  return mails.length
}

const EVERY_MS = 1000

/** Works off steps that are due, now and every second, one round after the other. A failure is logged and tried again. */
export function startMailRounds(
  round: () => Promise<void>,
  log: FastifyBaseLogger,
): { stop(): Promise<void> } {
  let isOver = false
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  const run = async () => {
    try {
      await round()
    } catch (error) {
      logFailure(log, error)
    }
    if (!isOver) timer = setTimeout(begin, EVERY_MS).unref()
  }
  const begin = () => {
    running = run()
  }
  begin()
  return {
    async stop() {
      isOver = true
      clearTimeout(timer)
      await running
    },
  }
}

/** What a mail server says of a refusal can hold an address, so only its kind is written. */
export function logFailure(log: FastifyBaseLogger, error: unknown): void {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  log.warn(
    { failure: { type: error instanceof Error ? error.name : typeof error, code } },
    'mail not delivered',
  )
}
