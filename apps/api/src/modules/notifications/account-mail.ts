import { hasValues } from '../../db/has-values.ts'
import type { Email } from '../../mail/email-template.ts'
import type { EventFacts } from './event-facts.ts'
import type { Alert } from './event-text.ts'
import type { Language, LookName } from '@gatehouse/validation/vocabulary'
import { and, eq } from 'drizzle-orm'
import * as v from 'valibot'
import { clients } from '../../db/schema/clients.ts'
import { users } from '../../db/schema/users.ts'
import type { Transaction } from '../../db/tenancy.ts'

/** What an email needs to know of a person. */
export interface Recipient {
  firstName: string
  lastName: string
  email: string
  pendingEmail: string | null
  language: Language
  look: LookName
  clientName: string
}

/** Finds the recipient of a mail or text message. @returns undefined where the account is gone or not active, or its client is disabled */
export async function findRecipient(
  tx: Transaction,
  { clientId, userId }: { clientId: string; userId: string },
): Promise<(Recipient & { mobile: string }) | undefined> {
  const [found] = await tx
    .select({
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      pendingEmail: users.pendingEmail,
      mobile: users.mobile,
      own: users.language,
      ofClient: clients.language,
      look: clients.look,
      clientName: clients.name,
    })
    .from(users)
    .innerJoin(clients, eq(clients.id, users.clientId))
    .where(and(hasValues(users, { clientId, id: userId, status: 'active' }), eq(clients.enabled, true)))
  if (!found) return undefined
  const { own, ofClient, ...recipient } = found
  return { ...recipient, language: own ?? ofClient }
}

const Causer = v.object({ by: v.object({ client_id: v.string(), id: v.string() }) })

/** The name of the account that a payload names as the one that has caused the mail, which may be the operator's. */
export async function findCauser(
  tx: Transaction,
  payload: Record<string, unknown>,
): Promise<string | undefined> {
  if (!v.is(Causer, payload)) return undefined
  const [found] = await tx
    .select({ firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(hasValues(users, { clientId: payload.by.client_id, id: payload.by.id }))
  return found && (`${found.firstName} ${found.lastName}`.trim() || undefined)
}

interface AccountMail {
  /** The account as it is now. */
  recipient: Recipient
  /** The email at the time when the mail was recorded; null where it is sent again. */
  recordedEmail: string | null
  payload: Record<string, unknown>
  /** The origin of links. It comes from the configuration, never from a request. */
  publicUrl: string
  /** Whether the mail may go to this email. It may not where it was recorded for another one. */
  isFor(email: string): boolean
  /** Creates a one-time link's token. No secret waits in the outbox, and a mail that is sent again carries the newest token. */
  mintToken(purpose: 'password_reset' | 'verify_email', minutes: number, email?: string): Promise<string>
  /** The name of whoever has caused the mail; undefined where the account is gone. */
  findCauser(): Promise<string | undefined>
  /** Gives the recipient a new access PIN. A mail that is sent again carries another one, which replaces it. */
  givePin(): Promise<string>
  /** Who is on the roll of a muster; undefined where it does not exist. */
  readRoll(musterId: string): Promise<MailedRoll | undefined>
  /** The saved report of which the mail tells; undefined where the recipient is not mailed it any more. */
  readReport(viewId: string): Promise<MailedReport | undefined>
  /** Reads what is told of an event; undefined where the client is disabled, or the recipient may not be told any more. */
  readFacts(alert: Alert): Promise<EventFacts | undefined>
}

export interface MailedRoll {
  siteId: string
  siteName: string
  drill: boolean
  startedAt: Date
  /** A drill became a real muster then. */
  becameRealAt: Date | null
  timeZone: string
  /** The first of those who are on site, by name. */
  people: { name: string; role: string; dependents: number }[]
  /** All of them, with their dependants. */
  total: number
}

export interface MailedReport {
  name: string
  /** Null for all sites. */
  siteName: string | null
  timeZone: string
}

interface ComposedMail {
  to: string
  email: Email
}

/** Composes a mail of one type; undefined where it is no longer wanted. Each module exports its types from `mails.ts`. */
export type ComposeMail = (mail: AccountMail) => Promise<ComposedMail | undefined>
