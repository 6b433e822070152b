import type { Context, StaffActor } from '../../context.ts'
import { recordAudit } from '../../db/audit.ts'
import { type MailRecord, recordMail, recordMails } from '../../db/outbox.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { lockEditableUser } from './lock-user.ts'

interface Invited {
  clientId: string
  userId: string
  email: string
}

const mailTo = ({ clientId, userId, email }: Invited, at: Date): MailRecord => ({
  clientId,
  type: 'mail.invitation',
  subject: userId,
  recipient: email,
  at,
  payload: {},
})

/** Records the mail with the link to choose a password. */
export function recordInvitation(tx: Transaction, invited: Invited, at: Date): Promise<void> {
  return recordMail(tx, mailTo(invited, at))
}

/** The same for many people; few enough for one statement. */
export function recordInvitations(tx: Transaction, people: readonly Invited[], at: Date): Promise<void> {
  return recordMails(
    tx,
    people.map((invited) => mailTo(invited, at)),
  )
}

/**
 * Sends the invitation of an active user again.
 * @throws AppError `not_found`, `wrong_status`, `has_password`, and as `lockEditableUser`
 */
export async function inviteUser({ db, actor, now }: Context<StaffActor>, id: string): Promise<void> {
  await withScope(db, actor.scope, async (tx) => {
    const user = await lockEditableUser(tx, actor, id)
    if (user.status !== 'active') throw new AppError('wrong_status')
    if (user.passwordHash !== null) throw new AppError('has_password')
    await recordInvitation(tx, { clientId: user.clientId, userId: id, email: user.email }, now)
    await recordAudit(tx, {
      clientId: user.clientId,
      actor: { kind: 'staff', id: actor.userId },
      action: 'user.invited',
      target: { kind: 'user', id },
      at: now,
    })
  })
}
