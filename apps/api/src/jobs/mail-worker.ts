import { sql } from 'drizzle-orm'
import type { Transaction } from '../db/tenancy.ts'
import { failureOf, type MailFailure } from '../mail/mail-failure.ts'
import type { Mail, Mailer } from '../mail/mailer.ts'
import {
  createOutboxWorker,
  isDueOrSent,
  type DueRow,
  type OutboxWorker,
  type OutboxWorkerDeps,
  type QueueRules,
} from './outbox-worker.ts'

export interface MailWorkerDeps extends Pick<
  OutboxWorkerDeps,
  'db' | 'clock' | 'prepare' | 'onError' | 'jitter' | 'stopMs'
> {
  mailer: Mailer
  /** Composes the mail from the present data; undefined where it is no longer wanted. */
  compose(mail: DueRow): Promise<Mail | undefined>
  /** Called in the transaction that marks the mail as failed. */
  onGivenUp(tx: Transaction, mail: DueRow, reason: string): Promise<void>
  /** Called for each failed attempt. */
  onFailure(mail: DueRow, failure: MailFailure): void
  /** The time limit of one attempt. */
  sendMs?: number
}

/** How long the link to a new email waits for the warning to the old one: the old mailbox may be out of order for days. */
const WARNING_FIRST_SECONDS = 3600

/** With these waits, the last attempt is about a day after the first. */
export const mailRules: QueueRules = {
  queue: 'mail',
  /**
   * The mails of a person to one email leave in their order. Mails to different emails do not wait for each other, with one exception: the
   * link to a new email waits for the warning to the old one. What people are told of waits only for what is due or being sent: one mail may
   * have to wait until the end of quiet hours. A roll and a reset link, for which people wait, wait for none of another type.
   */
  waitsFor: (at) => sql`(due.type <> 'mail.alert' or ${isDueOrSent(at)})
    and (due.type not in ('mail.muster_roll', 'mail.password_reset') or earlier.type = due.type)
    and (earlier.recipient is not distinct from due.recipient
    or due.type = 'mail.verify_email' and earlier.payload ->> 'kind' = 'email_change_requested'
      and earlier.created_at > ${at} - ${WARNING_FIRST_SECONDS} * interval '1 second')`,
  atOnce: 10,
  attemptMs: 30_000,
  firstWaitSeconds: 30,
  longestWaitSeconds: 6 * 3600,
  attempts: 14,
  /** The limit for a mail that waited behind others to its email. The purge deletes the rest after seven days. */
  longestAgeSeconds: 3 * 24 * 3600,
}

/** Creates a worker that delivers each due mail at least once, several at a time. */
export function createMailWorker({
  mailer,
  compose,
  sendMs = mailRules.attemptMs,
  ...deps
}: MailWorkerDeps): OutboxWorker {
  return createOutboxWorker({
    ...deps,
    rules: { ...mailRules, attemptMs: sendMs },
    async begin(row) {
      try {
        const mail = await compose(row)
        if (!mail) return undefined
        return async (signal) => {
          await mailer.send(mail, signal)
          return {}
        }
      } catch (error) {
        deps.onError(error)
        throw error
      }
    },
    failureOf(error) {
      const failure = failureOf(error)
      return { ...failure, columns: { attemptedAt: deps.clock(), outcome: failure.reason } }
    },
  })
}
