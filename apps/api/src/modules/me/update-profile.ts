import { hasValues } from '../../db/has-values.ts'
import type { Profile, ProfileInput } from '@gatehouse/validation/endpoints/me'
import { eq } from 'drizzle-orm'
import type { Context, StaffActor } from '../../context.ts'
import { auditOf, recordAudit } from '../../db/audit.ts'
import { differences, nextModified } from '../../db/edit-row.ts'
import { recordMail } from '../../db/outbox.ts'
import { clients } from '../../db/schema/clients.ts'
import { users } from '../../db/schema/users.ts'
import { type Transaction, withScope, withReadScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { emailKey } from '../auth/account.ts'
import { dropTokens } from '../auth/one-time-tokens.ts'
import type { Passwords } from '../auth/passwords.ts'
import { keepBans } from '../bans/create-ban.ts'
import type { BanKeys, Person, PersonKeys } from '../identity/person-key.ts'
import { notifyOwner } from '../notifications/notify.ts'
import { assertCurrentPassword, assertStillProven } from '../auth/password/current-password.ts'
import { claimIdentity } from '../users/claim-identity.ts'
import { readMobile } from '../users/user-input.ts'
import { readProfile } from './queries.ts'

export interface ProfileDeps {
  passwords: Passwords
  personKeys: PersonKeys
  banKeys: BanKeys
  sendsMail: boolean
}

/**
 * Changes the person's details. A new email needs the current password and counts once its link is
 * opened. Only the person who opens the link learns that the email is in use. The name and mobile
 * of a colleague are refused, because visitors are recognised by them at sign-in. A ban of the
 * person moves to the new details.
 * @throws AppError `mail_not_set_up` for a new email; `wrong_password`, `invalid_phone` and
 *   `conflict` at their fields; `too_many_requests`, `changed_meanwhile`
 */
export async function updateProfile(
  ctx: Context<StaffActor>,
  { passwords, personKeys, banKeys, sendsMail }: ProfileDeps,
  input: ProfileInput,
  ifMatch?: string,
): Promise<Profile> {
  const { db, actor, now } = ctx
  const { clientId, userId } = actor
  const seen = await withReadScope(db, actor.ownScope, (tx) => getOwnRowOrThrow(tx, actor))
  const isNewEmail = emailKey(input.email) !== seen.emailKey
  let proven: number | undefined
  if (isNewEmail) {
    if (!sendsMail) throw new AppError('mail_not_set_up')
    proven = await assertCurrentPassword(ctx, passwords, input.password)
    await ctx.limits.take('verifyMail', userId)
  }
  const mobile = readMobile(input.mobile ?? '', seen.region)
  const { first_name: firstName, last_name: lastName, language } = input
  const after: Person = { firstName, lastName, mobile }
  const personKey = mobile === '' ? null : personKeys(clientId, after)
  // The error reveals that a colleague has this name and mobile, so the attempts are limited.
  if (personKey !== seen.personKey) await ctx.limits.take('personKeyChange', userId)
  return withScope(db, actor.ownScope, async (tx) => {
    if (proven !== undefined) await assertStillProven(tx, actor, proven)
    const before = await lockOwnRow(tx, actor)
    if (ifMatch !== undefined && ifMatch !== before.lastModified.toISOString())
      throw new AppError('changed_meanwhile', { current: await readProfile(tx, actor) })
    if (personKey !== null && personKey !== before.personKey)
      await claimIdentity(tx, banKeys, { clientId, userId, person: after })
    await keepBans(tx, banKeys, actor, { before, after })
    await tx
      .update(users)
      .set({
        ...after,
        language,
        personKey,
        ...(isNewEmail ? { pendingEmail: input.email } : { email: input.email }),
        lastModified: nextModified(users.lastModified, now),
      })
      .where(hasValues(users, { clientId, id: userId }))
    if (isNewEmail) {
      // Earlier links confirm an email that is no longer wanted.
      await dropTokens(tx, actor, 'verify_email')
      // The warning to the current email is recorded first: the link to the new one waits for it.
      await notifyOwner(tx, actor, 'email_change_requested', now)
      await recordMail(tx, {
        clientId,
        type: 'mail.verify_email',
        subject: userId,
        recipient: input.email,
        at: now,
        payload: {},
      })
    }
    const changes = differences(
      shownOf(before),
      shownOf({ ...after, language, email: isNewEmail ? before.email : input.email }),
    )
    if (isNewEmail || Object.keys(changes.after).length > 0)
      await recordAudit(tx, {
        ...auditOf({ actor, now }, 'profile.updated', 'user', { clientId, id: userId }),
        details: { email_change_requested: isNewEmail, ...changes },
      })
    return readProfile(tx, actor)
  })
}

async function getOwnRowOrThrow(tx: Transaction, { clientId, userId }: StaffActor) {
  const [row] = await tx
    .select({ emailKey: users.emailKey, personKey: users.personKey, region: clients.region })
    .from(users)
    .innerJoin(clients, eq(clients.id, users.clientId))
    .where(hasValues(users, { clientId, id: userId }))
  if (!row) throw new AppError('unauthenticated')
  return row
}

/** Locks the person's row, so that no ban overlaps the change, and reads the current details. */
async function lockOwnRow(tx: Transaction, { clientId, userId }: StaffActor) {
  const [row] = await tx
    .select({
      firstName: users.firstName,
      lastName: users.lastName,
      mobile: users.mobile,
      email: users.email,
      language: users.language,
      personKey: users.personKey,
      lastModified: users.lastModified,
    })
    .from(users)
    .where(hasValues(users, { clientId, id: userId }))
    .for('no key update')
  if (!row) throw new AppError('unauthenticated')
  return row
}

/** The details as the audit log shows them. */
const shownOf = ({
  firstName,
  lastName,
  mobile,
  email,
  language,
}: Person & { email: string; language: string | null }) => ({
  first_name: firstName,
  last_name: lastName,
  mobile: mobile || null,
  email,
  language,
})
