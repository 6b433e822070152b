import type { Database } from './db/client.ts'
import { installationScope } from './db/scopes.ts'
import { withScope } from './db/tenancy.ts'
import { deliverDueMails, type DueMail } from './jobs/deliver-mail.ts'
import { limits } from '@gatehouse/validation/limits'
import { type Letter, writeLetter } from './mail/letter.ts'
import type { Mailer } from './mail/mailer.ts'
import { lockAccount } from './modules/auth/lock-account.ts'
import type { OneTimeTokens } from './modules/auth/one-time-tokens.ts'
import { verifyLetter } from './modules/me/verify-letter.ts'
import { noticeLetter } from './modules/notifications/notice-letter.ts'
import { isNoticeKind } from './modules/notifications/notices.ts'
import { findRecipient, type Recipient } from './modules/notifications/recipient.ts'
import { handleResetRequests } from './modules/password/request-reset.ts'
import { resetLetter } from './modules/password/reset-letter.ts'

export interface DeliveryParts {
  db: Database
  mailer: Mailer
  links: OneTimeTokens
  /** The origin that stands in links: from the configuration, never from a request. */
  publicUrl: string
  clock: () => Date
  onFailure(error: unknown): void
}

/** Sends what is due until nothing is: first what was asked for is looked up, then the mails go out. */
export async function deliverAll(parts: DeliveryParts): Promise<void> {
  const { db, clock, onFailure } = parts
  let taken = 1
  while (taken > 0) taken = await handleResetRequests(db, clock())
  taken = 1
  while (taken > 0) taken = await deliverDueMails(db, (mail) => send(parts, mail), clock(), onFailure)
}

/** Whose account is gone by now gets no mail, and that is a delivery too. */
async function send(parts: DeliveryParts, mail: DueMail): Promise<void> {
  const written = await withScope(parts.db, installationScope(), async (tx) => {
    const person = { clientId: mail.clientId, userId: mail.subject }
    // A link must not go to an address that is being replaced at this moment.
    await lockAccount(tx, person)
    const recipient = await findRecipient(tx, person)
    return (
      recipient &&
      compose(mail, recipient, {
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
  if (!written) return
  const { address, name, letter } = written
  await parts.mailer.send({ to: { name, address }, ...writeLetter(letter) })
}

interface Composing {
  publicUrl: string
  mint(purpose: 'password_reset' | 'verify_email', minutes: number, email?: string): Promise<string>
}

async function compose(
  { type, payload }: DueMail,
  recipient: Recipient,
  { publicUrl, mint }: Composing,
): Promise<{ address: string; name: string; letter: Letter } | undefined> {
  const name = `${recipient.firstName} ${recipient.lastName}`
  const { email, pendingEmail } = recipient
  if (type === 'mail.password_reset') {
    const token = await mint('password_reset', limits.resetLinkMinutes)
    return { address: email, name, letter: resetLetter(recipient, publicUrl, token) }
  }
  if (type === 'mail.verify_email') {
    if (pendingEmail === null) return undefined
    const token = await mint('verify_email', limits.verifyEmailHours * 60, pendingEmail)
    return { address: pendingEmail, name, letter: verifyLetter(recipient, publicUrl, token) }
  }
  const { kind } = payload
  if (type !== 'mail.notice' || typeof kind !== 'string' || !isNoticeKind(kind))
    throw new Error(`There is no letter for ${type}.`)
  return { address: email, name, letter: noticeLetter(kind, recipient, publicUrl) }
}
