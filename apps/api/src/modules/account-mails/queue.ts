import { logoFile } from '@gatehouse/validation/brand'
import { sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { userOfAlerts } from '../../db/outbox.ts'
import type { InstallationScope } from '../../db/scopes.ts'
import { withScope } from '../../db/tenancy.ts'
import { type DueRow, isDueOrSent, type Queue, type QueueRules } from '../../jobs/outbox-worker.ts'
import { logoId, renderEmail } from '../../mail/email-template.ts'
import { failureOf } from '../../mail/mail-failure.ts'
import type { Mail, Mailer } from '../../mail/mailer.ts'
import { emailKey, lockAccount } from '../auth/account.ts'
import type { OneTimeTokens } from '../auth/one-time-tokens.ts'
import { handleResetRequests } from '../auth/password/request-reset.ts'
import { findMailedRoll } from '../muster/mails.ts'
import { type ComposeMail, findCauser, findRecipient, type Recipient } from '../notifications/account-mail.ts'
import { readEventFacts } from '../notifications/event-facts.ts'
import { notifyOfFailedMail } from '../notifications/notify.ts'
import { mayStillBeTold } from '../notifications/find-told.ts'
import { findMailedReport } from '../reports/mails.ts'
import type { PhotoStore } from '../../storage/photos.ts'
import type { AccessPins } from '../users/access-pins.ts'

/** How long the link to a new email waits for the warning to the old one, maybe unreachable. */
const WARNING_FIRST_SECONDS = 3600

/** With these waits, the last attempt is about a day after the first. */
export const mailRules: QueueRules = {
  queue: 'mail',
  /**
   * Emails to one address are sent in their order. Different addresses do not wait for each other,
   * with one exception: the link to a new address waits for the warning to the old one. Alerts wait
   * only for emails that are due or being sent, because another alert may be held back by quiet
   * hours. A muster roll or reset link, which a person is waiting for, waits for no other type.
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
  /** The limit for an email that waited behind others. The purge deletes the rest after 7 days. */
  longestAgeSeconds: 3 * 24 * 3600,
}

export interface MailQueueDeps {
  db: Database
  installation: InstallationScope
  clock: () => Date
  mailer: Mailer
  mails: Record<string, ComposeMail>
  links: OneTimeTokens
  pins: AccessPins
  images: Pick<PhotoStore, 'findImage'>
  /** Base URL of links. It comes from the configuration, never from a request. */
  publicUrl: string
}

/** Emails to the owners of accounts, each delivered at least once. */
export function mailQueue(deps: MailQueueDeps): Queue {
  const { db, mailer, clock } = deps
  return {
    rules: mailRules,
    failed: 'email not delivered',
    async prepare() {
      let taken = 1
      while (taken > 0) taken = await handleResetRequests(db, clock())
    },
    async begin(row, onError) {
      try {
        const mail = await compose(deps, row)
        if (!mail) return undefined
        return async (signal) => {
          await mailer.send(mail, signal)
          return {}
        }
      } catch (error) {
        onError(error)
        throw error
      }
    },
    failureOf(error) {
      const failure = failureOf(error)
      return { ...failure, columns: { attemptedAt: clock(), outcome: failure.reason } }
    },
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

/** @returns undefined where the account is gone, or its email has changed since queueing */
async function compose(
  { db, installation, mails, links, pins, images, publicUrl, clock }: MailQueueDeps,
  { id, clientId, subject, type, payload, recipient: recordedEmail }: DueRow,
): Promise<Mail | undefined> {
  const person = { clientId, userId: userOfAlerts(subject) ?? subject }
  const written = await withScope(db, installation, async (tx) => {
    // Serialises with a change of the account's email.
    await lockAccount(tx, person)
    const recipient = await findRecipient(tx, person)
    if (!recipient) return undefined
    const composeMail = mails[type]
    if (!composeMail) throw new Error(`There is no email for ${type}.`)
    const ifStillTold = async <About extends { siteId: string | undefined }>(about: About | undefined) =>
      about && (await mayStillBeTold(tx, person, about)) ? about : undefined
    const composed = await composeMail({
      recipient,
      recordedEmail,
      payload,
      publicUrl,
      isFor: (email) => recordedEmail === null || emailKey(recordedEmail) === emailKey(email),
      mintToken: (purpose, minutes, email) =>
        links.mint(tx, { ...person, purpose, minutes, now: clock(), ...(email ? { email } : {}) }),
      findCauser: () => findCauser(tx, payload),
      givePin: () => pins.give(tx, person),
      readRoll: async (musterId) => ifStillTold(await findMailedRoll(tx, { clientId, musterId })),
      readReport: (viewId) => findMailedReport(tx, { ...person, viewId }),
      readFacts: async (alert) => {
        const facts = await readEventFacts(tx, clientId, alert.payload)
        return alert.event === 'test' ? facts : ifStillTold(facts)
      },
    })
    return composed && { ...composed, recipient }
  })
  if (!written) return undefined
  const { to, recipient, email } = written
  const logo = await findLogo(images, recipient)
  const brand = { name: recipient.clientName, accent: recipient.accent, hasLogo: logo !== null }
  return {
    messageId: `${id}@${new URL(publicUrl).hostname}`,
    to: { name: `${recipient.firstName} ${recipient.lastName}`, address: to },
    ...renderEmail(email, brand),
    ...(logo && { attachments: [logo] }),
  }
}

/** An email is sent without its logo rather than late. */
async function findLogo(
  images: MailQueueDeps['images'],
  { logo }: Recipient,
): Promise<NonNullable<Mail['attachments']>[number] | null> {
  if (logo === null) return null
  const content = await images.findImage(logoFile(logo, 80)).catch(() => null)
  return (
    content && { cid: logoId, filename: 'logo.png', contentType: 'image/png', content: Buffer.from(content) }
  )
}
