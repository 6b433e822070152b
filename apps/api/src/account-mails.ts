import type { Database } from './db/client.ts'
import { installationScope } from './db/scopes.ts'
import { withScope } from './db/tenancy.ts'
import type { DueMail, MailWorkerDeps } from './jobs/mail-worker.ts'
import { limits } from '@gatehouse/validation/limits'
import { type Email, renderEmail } from './mail/email-template.ts'
import type { Mail, Mailer } from './mail/mailer.ts'
import { emailKey, lockAccount } from './modules/auth/account.ts'
import type { OneTimeTokens } from './modules/auth/one-time-tokens.ts'
import { verificationEmail } from './modules/me/verification-email.ts'
import { noticeEmail } from './modules/notifications/notice-email.ts'
import { isNoticeKind } from './modules/notifications/notices.ts'
import { notifyOfFailedMail } from './modules/notifications/notify.ts'
import { findRecipient, type Recipient } from './modules/notifications/recipient.ts'
import { handleResetRequests } from './modules/auth/password/request-reset.ts'
import { resetEmail } from './modules/auth/password/reset-email.ts'

export interface DeliveryDeps {
  db: Database
  mailer: Mailer
  links: OneTimeTokens
  /** The origin that stands in links: from the configuration, never from a request. */
  publicUrl: string
  clock: () => Date
  onFailure: MailWorkerDeps['onFailure']
  onError: MailWorkerDeps['onError']
}

/** What the mail worker needs for the mails of accounts. */
export function accountMailDeps(parts: DeliveryDeps): MailWorkerDeps {
  const { db, mailer, clock, onFailure, onError } = parts
  return {
    db,
    mailer,
    clock,
    onFailure,
    onError,
    async prepare() {
      let taken = 1
      while (taken > 0) taken = await handleResetRequests(db, clock())
    },
    compose: (mail) => compose(parts, mail),
    onGivenUp: (tx, mail, reason) =>
      notifyOfFailedMail(tx, {
        clientId: mail.clientId,
        userId: mail.subject,
        isToNewAddress: mail.type === 'mail.verify_email',
        reason,
        at: clock(),
      }),
  }
}

/** Whose account is gone by now, or who has another address than the link was asked for, gets none. */
async function compose(parts: DeliveryDeps, mail: DueMail): Promise<Mail | undefined> {
  const written = await withScope(parts.db, installationScope(), async (tx) => {
    const person = { clientId: mail.clientId, userId: mail.subject }
    // Whoever changes the address meanwhile waits, or is waited for.
    await lockAccount(tx, person)
    const recipient = await findRecipient(tx, person)
    return (
      recipient &&
      writeFor(mail, recipient, {
        publicUrl: parts.publicUrl,
        // Links are made when their mail is: no secret waits in the outbox, and a mail that is sent again carries the newest.
        mint: (purpose, minutes, email) =>
          parts.links.mint(tx, {
            ...person,
            purpose,
            minutes,
            now: parts.clock(),
            ...(email ? { email } : {}),
          }),
      })
    )
  })
  if (!written) return undefined
  const { address, name, email } = written
  return { to: { name, address }, ...renderEmail(email) }
}

interface Composing {
  publicUrl: string
  mint(purpose: 'password_reset' | 'verify_email', minutes: number, email?: string): Promise<string>
}

async function writeFor(
  { type, payload, recipient: writtenFor }: DueMail,
  recipient: Recipient,
  { publicUrl, mint }: Composing,
): Promise<{ address: string; name: string; email: Email } | undefined> {
  const name = `${recipient.firstName} ${recipient.lastName}`
  const { email, pendingEmail } = recipient
  const isFor = (address: string) => writtenFor === null || emailKey(writtenFor) === emailKey(address)
  if (type === 'mail.password_reset') {
    if (!isFor(email)) return undefined
    const token = await mint('password_reset', limits.resetLinkMinutes)
    return { address: email, name, email: resetEmail(recipient, publicUrl, token) }
  }
  if (type === 'mail.verify_email') {
    if (pendingEmail === null || !isFor(pendingEmail)) return undefined
    const token = await mint('verify_email', limits.verifyEmailHours * 60, pendingEmail)
    return { address: pendingEmail, name, email: verificationEmail(recipient, publicUrl, token) }
  }
  const { kind } = payload
  if (type !== 'mail.notice' || typeof kind !== 'string' || !isNoticeKind(kind))
    throw new Error(`There is no email for ${type}.`)
  // What happened to an account is told at the address of then, even where it is another by now.
  return { address: writtenFor ?? email, name, email: noticeEmail(kind, recipient, publicUrl) }
}
