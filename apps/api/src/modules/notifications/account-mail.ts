import type { Email } from '../../mail/email-template.ts'
import type { Recipient } from './recipient.ts'

/** A mail to the owner of an account that is due. */
export interface AccountMail {
  /** The account as it is now. */
  recipient: Recipient
  /** The email at the time when the mail was recorded; null where an earlier version of the program recorded it. */
  recordedEmail: string | null
  payload: Record<string, unknown>
  /** The origin of links. It comes from the configuration, never from a request. */
  publicUrl: string
  /** Whether the mail may go to this email. It may not where it was recorded for another one. */
  isFor(email: string): boolean
  /** Creates a one-time link's token. No secret waits in the outbox, and a mail that is sent again carries the newest token. */
  mintToken(purpose: 'password_reset' | 'verify_email', minutes: number, email?: string): Promise<string>
  /** Gives the recipient a new access PIN. A mail that is sent again carries another one, which replaces it. */
  givePin(): Promise<string>
}

export interface ComposedMail {
  to: string
  email: Email
}

/** Composes a mail of one type; undefined where it is no longer wanted. Each module exports its types from `mails.ts`. */
export type ComposeMail = (mail: AccountMail) => Promise<ComposedMail | undefined>
