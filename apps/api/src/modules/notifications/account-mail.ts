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

/** The data of a person that an email needs. */
export interface Recipient {
  firstName: string
  lastName: string
  email: string
  pendingEmail: string | null
  language: Language
  look: LookName
  clientName: string
  accent: string | null
  logo: string | null
}

/**
 * Finds the recipient of an email or text message.
 * @returns undefined where the account is missing or not active, or its client is disabled
 */
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
      accent: clients.accent,
      logo: clients.logo,
    })
    .from(users)
    .innerJoin(clients, eq(clients.id, users.clientId))
    .where(and(hasValues(users, { clientId, id: userId, status: 'active' }), eq(clients.enabled, true)))
  if (!found) return undefined
  const { own, ofClient, ...recipient } = found
  return { ...recipient, language: own ?? ofClient }
}

const Causer = v.object({ by: v.object({ client_id: v.string(), id: v.string() }) })

/** The name of the account in a payload that caused the email. It may be the operator's. */
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
  /** The email address when the email was recorded; null where it is sent again. */
  recordedEmail: string | null
  payload: Record<string, unknown>
  /** The origin of links. It comes from the configuration, never from a request. */
  publicUrl: string
  /** Whether the email may be sent to this address: false where it was recorded for another one. */
  isFor(email: string): boolean
  /**
   * Creates the token of a one-time link. It is created late, so that no secret waits in the outbox
   * and a resent email carries the newest token.
   */
  mintToken(purpose: 'password_reset' | 'verify_email', minutes: number, email?: string): Promise<string>
  /** The name of the account that caused the email; undefined where it is missing. */
  findCauser(): Promise<string | undefined>
  /** Gives the recipient a new access PIN. Each resent email carries another, which replaces it. */
  givePin(): Promise<string>
  /** The people on the roll of a muster; undefined where it does not exist. */
  readRoll(musterId: string): Promise<MailedRoll | undefined>
  /** The saved report to send; undefined where the recipient no longer receives it. */
  readReport(viewId: string): Promise<MailedReport | undefined>
  /** Reads the data of an event; undefined where the recipient may no longer be notified of it. */
  readFacts(alert: Alert): Promise<EventFacts | undefined>
}

export interface MailedRoll {
  siteId: string
  siteName: string
  drill: boolean
  startedAt: Date
  /** When a drill became this real muster. */
  becameRealAt: Date | null
  timeZone: string
  /** The people on site by name, up to a limit. */
  people: { name: string; role: string; dependents: number }[]
  /** Everybody on site, including dependants. */
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

/** Composes one type of email; undefined where it is no longer wanted. Modules export theirs. */
export type ComposeMail = (mail: AccountMail) => Promise<ComposedMail | undefined>
