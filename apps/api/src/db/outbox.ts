import type { SQL } from 'drizzle-orm'
import { newId } from '../lib/ids.ts'
import { outbox } from './schema/outbox.ts'
import type { Transaction } from './tenancy.ts'

export interface DomainEvent {
  clientId: string
  type:
    | 'visit.signed_in'
    | 'visit.signed_out'
    | 'visit.refused'
    | 'mail.notice'
    | 'mail.password_reset'
    | 'mail.verify_email'
    | 'mail.invitation'
    | 'mail.access_pin'
  /** What the event is about. Events of one subject are delivered in order, and its mails in order for each recipient. */
  subject: string
  /** For a mail: the email at this time. The mail is sent only there, also when the account gets another email before. */
  recipient?: string | SQL<string>
  at: Date
  /** Ids and codes only. The delivery looks up everything else at its time. */
  payload: Record<string, unknown>
}

/** The types of the events that become a mail to the owner of an account. */
export type MailType = Extract<DomainEvent['type'], `mail.${string}`>

/** Records an event in the transaction of its change. */
export function recordEvent(tx: Transaction, event: DomainEvent): Promise<void> {
  return recordEvents(tx, [event])
}

/** The same for the events of a change of many rows; few enough for one statement. */
export async function recordEvents(tx: Transaction, events: readonly DomainEvent[]): Promise<void> {
  if (events.length === 0) return
  await tx
    .insert(outbox)
    .values(events.map(({ at, ...event }) => ({ ...event, id: newId(at), createdAt: at, nextAttemptAt: at })))
}
