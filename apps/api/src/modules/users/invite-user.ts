import type { OutputOf } from '@gatehouse/validation/endpoints/all'
import { serverLimits } from '@gatehouse/validation/limits'
import type { Context, StaffActor } from '../../context.ts'
import { auditOf, recordAudit } from '../../db/audit.ts'
import { type MailRecord, recordMail, recordMails } from '../../db/outbox.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import type { OneTimeTokens } from '../auth/one-time-tokens.ts'
import { lockEditableUser } from './queries.ts'
import { invitationUrl, MINUTES_OF_DAY } from './mails.ts'

interface Invited {
  clientId: string
  userId: string
  email: string
  /** The inviting account. */
  by: Pick<StaffActor, 'clientId' | 'userId'>
}

const mailTo = ({ clientId, userId, email, by }: Invited, at: Date): MailRecord => ({
  clientId,
  type: 'mail.invitation',
  subject: userId,
  recipient: email,
  at,
  payload: { by: { client_id: by.clientId, id: by.userId } },
})

/** Records the email with the link to choose a password. */
export function recordInvitation(tx: Transaction, invited: Invited, at: Date): Promise<void> {
  return recordMail(tx, mailTo(invited, at))
}

/** The same for several people; few enough for one statement. */
export function recordInvitations(tx: Transaction, people: readonly Invited[], at: Date): Promise<void> {
  return recordMails(
    tx,
    people.map((invited) => mailTo(invited, at)),
  )
}

export interface InviteDeps {
  links: OneTimeTokens
  sendsMail: boolean
  publicUrl: string
}

/** Resends the invitation of an active user. Without email the inviting person gets the link. */
export function inviteUser(
  { db, actor, now }: Context<StaffActor>,
  { links, sendsMail, publicUrl }: InviteDeps,
  id: string,
): Promise<OutputOf<'inviteUser'>> {
  return withScope(db, actor.scope, async (tx) => {
    const user = await lockEditableUser(tx, actor, id)
    if (user.status !== 'active') throw new AppError('wrong_status')
    if (user.hasPassword) throw new AppError('has_password')
    const { clientId, email } = user
    if (sendsMail) await recordInvitation(tx, { clientId, userId: id, email, by: actor }, now)
    await recordAudit(tx, {
      ...auditOf({ actor, now }, 'user.invited', 'user', { clientId, id }),
      ...(!sendsMail && { details: { link_shown: true } }),
    })
    if (sendsMail) return { link: null }
    const minutes = serverLimits.invitationDays * MINUTES_OF_DAY
    const token = await links.mint(tx, { clientId, userId: id, purpose: 'password_reset', minutes, now })
    return {
      link: {
        url: invitationUrl(publicUrl, token),
        expires_at: new Date(now.getTime() + minutes * 60_000).toISOString(),
      },
    }
  })
}
