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
  /** What the event is about; events of one subject are delivered in order, its mails in order for each address. */
  subject: string
  /** Of a mail: the address of now. It goes there and nowhere else, whatever the account's address is when it leaves. */
  recipient?: string | SQL<string>
  at: Date
  /** Ids and codes only: whoever delivers it looks up the rest, with the rights of then. */
  payload: Record<string, unknown>
}

/** The types of the events that become a mail to the owner of an account. */
export type MailType = Extract<DomainEvent['type'], `mail.${string}`>

/** Writes down what must follow a change, in the change's own transaction. */
export async function recordEvent(tx: Transaction, { at, ...event }: DomainEvent): Promise<void> {
  await tx.insert(outbox).values({ ...event, id: newId(at), createdAt: at, nextAttemptAt: at })
}
