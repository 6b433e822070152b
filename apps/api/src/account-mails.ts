import { userOfAlerts } from './db/outbox.ts'
import { installationScope } from './db/scopes.ts'
import { withScope } from './db/tenancy.ts'
import type { MailWorkerDeps } from './jobs/mail-worker.ts'
import type { DueRow } from './jobs/outbox-worker.ts'
import { renderEmail } from './mail/email-template.ts'
import type { Mail } from './mail/mailer.ts'
import { emailKey, lockAccount } from './modules/auth/account.ts'
import type { OneTimeTokens } from './modules/auth/one-time-tokens.ts'
import { handleResetRequests } from './modules/auth/password/request-reset.ts'
import { findMailedRoll } from './modules/muster/mails.ts'
import type { ComposeMail } from './modules/notifications/account-mail.ts'
import { readEventFacts } from './modules/notifications/event-facts.ts'
import { notifyOfFailedMail } from './modules/notifications/notify.ts'
import { findRecipient } from './modules/notifications/recipient.ts'
import { findMailedReport } from './modules/reports/mails.ts'
import type { AccessPins } from './modules/users/access-pins.ts'

export interface AccountMailDeps extends Pick<
  MailWorkerDeps,
  'db' | 'mailer' | 'clock' | 'jitter' | 'onFailure' | 'onError'
> {
  /** How each type of mail is composed. */
  mails: Record<string, ComposeMail>
  links: OneTimeTokens
  pins: AccessPins
  /** The origin of links. It comes from the configuration, never from a request. */
  publicUrl: string
}

/** What the mail worker needs for the mails to owners of accounts. */
export function accountMailDeps(deps: AccountMailDeps): MailWorkerDeps {
  const { db, mailer, clock, jitter, onFailure, onError } = deps
  return {
    db,
    mailer,
    clock,
    jitter,
    onFailure,
    onError,
    async prepare() {
      let taken = 1
      while (taken > 0) taken = await handleResetRequests(db, clock())
    },
    compose: (mail) => compose(deps, mail),
    onGivenUp: (tx, mail, reason) =>
      notifyOfFailedMail(tx, {
        clientId: mail.clientId,
        userId: userOfAlerts(mail.subject) ?? mail.subject,
        isToNewEmail: mail.type === 'mail.verify_email',
        reason,
        at: clock(),
      }),
  }
}

/** Composes no mail where the account is gone, or has another email than the mail was recorded for. */
async function compose(
  { db, mails, links, pins, publicUrl, clock }: AccountMailDeps,
  { id, clientId, subject, type, payload, recipient: recordedEmail }: DueRow,
): Promise<Mail | undefined> {
  const person = { clientId, userId: userOfAlerts(subject) ?? subject }
  const written = await withScope(db, installationScope(), async (tx) => {
    // A change of the email waits for this transaction, or this transaction for the change.
    await lockAccount(tx, person)
    const recipient = await findRecipient(tx, person)
    if (!recipient) return undefined
    const composeMail = mails[type]
    if (!composeMail) throw new Error(`There is no email for ${type}.`)
    const composed = await composeMail({
      recipient,
      recordedEmail,
      payload,
      publicUrl,
      isFor: (email) => recordedEmail === null || emailKey(recordedEmail) === emailKey(email),
      mintToken: (purpose, minutes, email) =>
        links.mint(tx, { ...person, purpose, minutes, now: clock(), ...(email ? { email } : {}) }),
      givePin: () => pins.give(tx, person),
      readRoll: (musterId) => findMailedRoll(tx, { clientId, musterId }),
      readReport: (viewId) => findMailedReport(tx, { ...person, viewId }),
      readFacts: (notice) => readEventFacts(tx, clientId, notice),
    })
    return composed && { ...composed, name: `${recipient.firstName} ${recipient.lastName}` }
  })
  if (!written) return undefined
  const { to, name, email } = written
  const messageId = `${id}@${new URL(publicUrl).hostname}`
  return { messageId, to: { name, address: to }, ...renderEmail(email) }
}
