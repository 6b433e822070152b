import { hasValues } from '../../db/has-values.ts'
import type { User, UserChanges } from '@gatehouse/validation/endpoints/users'
import { toE164 } from '@gatehouse/validation/phone-numbers'
import { and, eq } from 'drizzle-orm'
import type { Context, StaffActor } from '../../context.ts'
import { auditOf } from '../../db/audit.ts'
import { editRow } from '../../db/edit-row.ts'
import { isOneOf } from '../../db/sql-values.ts'
import { clients } from '../../db/schema/clients.ts'
import { accessEntries, logins, users } from '../../db/schema/users.ts'
import { type Transaction, withScope, withReadScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { emailKey } from '../auth/account.ts'
import { keepBans } from '../bans/create-ban.ts'
import { limitGuesses } from '../identity/limit-guesses.ts'
import type { Person } from '../identity/person-key.ts'
import { notifyOwner } from '../notifications/notify.ts'
import { readsAllMobiles } from '../people/mobile-visibility.ts'
import {
  awaiting,
  noticeWaiting,
  assertHasSite,
  assertMayGive,
  assertSitesAreManaged,
  readMobile,
} from './user-input.ts'
import { claimIdentity } from './claim-identity.ts'
import type { UserDeps } from './create-user.ts'
import { keepLastAdmins, canApprove, isPromoted, isVisibleUser } from './policy.ts'
import { getUserOrThrow, lockEditableUser, toUser, type UserRow } from './queries.ts'

/**
 * Changes fields of a user. The old email is notified of a new one. Nobody can change their own
 * email or rights here: a link confirms an own email, and other people give rights. Some changes
 * make a user pending (`checkApproval`).
 * @throws AppError `not_found`, `type_too_high`, `approval_required`, `other_sites`, `own_account`,
 *   `last_admin`, `invalid_phone`, `conflict`, `site_required` where a Manager removes the last
 *   site, `changed_meanwhile`, `too_many_requests`
 */
export async function updateUser(
  ctx: Context<StaffActor>,
  deps: UserDeps,
  id: string,
  changes: UserChanges,
  ifMatch?: string,
): Promise<User> {
  const { db, actor, limits, now } = ctx
  if (changes.email !== undefined) await limits.take('accountEmails', actor.userId)
  const named = readsAllMobiles(actor) ? undefined : await findNewPerson(ctx, id, changes)
  if (named) await limitGuesses(ctx, named)
  return withScope(db, actor.scope, async (tx) => {
    const findAdminBlock =
      changes.admin === false ? await keepLastAdmins(tx, actor, eq(users.id, id)) : undefined
    const user = await lockEditableUser(tx, actor, id)
    const given = givenRights(user, changes)
    if (id === actor.userId && (Object.keys(given).length > 0 || changesAccess(user, changes.access)))
      throw new AppError('own_account')
    await assertMayGive(tx, actor, given)
    const block = given.admin === false ? findAdminBlock?.(user) : undefined
    if (block === 'changed_meanwhile') throw new AppError(block, { current: toUser(user) })
    if (block) throw new AppError(block)
    const approval = await checkApproval(tx, actor, user, changes)
    const edited = await editRow(tx, {
      row: { lastModified: user.lastModified, user: toUser(user) },
      show: (row) => row.user,
      ifMatch,
      write: async (lastModified) => {
        if (changes.access) {
          assertHasSite(actor, changes.access)
          await replaceAccess(tx, actor, user, changes.access)
        }
        await writeUser(tx, { now, lastModified }, deps, user, changes, approval)
        return { lastModified, user: await getUserOrThrow(tx, actor, id) }
      },
      audit: auditOf({ actor, now }, 'user.updated', 'user', { clientId: user.clientId, id }),
    })
    return edited.user
  })
}

/** The name and mobile after the changes; undefined without a mobile, or where neither changes. */
async function findNewPerson(
  { db, actor }: Context<StaffActor>,
  id: string,
  { first_name, last_name, mobile: typed }: UserChanges,
): Promise<Person | undefined> {
  if (first_name === undefined && last_name === undefined && typed === undefined) return undefined
  const [user] = await withReadScope(db, actor.scope, (tx) =>
    tx
      .select({
        firstName: users.firstName,
        lastName: users.lastName,
        mobile: users.mobile,
        region: clients.region,
      })
      .from(users)
      .innerJoin(clients, eq(clients.id, users.clientId))
      .where(and(isVisibleUser(actor), eq(users.id, id))),
  )
  if (!user) return undefined
  const firstName = first_name ?? user.firstName
  const lastName = last_name ?? user.lastName
  const mobile = typed === undefined ? user.mobile : toE164(typed, user.region)
  const isSame = firstName === user.firstName && lastName === user.lastName && mobile === user.mobile
  return isSame || !mobile ? undefined : { firstName, lastName, mobile }
}

/** The email and the flags that differ from the current ones. */
function givenRights(user: UserRow, { email, admin, approval_access }: UserChanges) {
  return {
    ...(email !== undefined && emailKey(email) !== user.emailKey ? { email } : {}),
    ...(admin !== undefined && admin !== user.admin ? { admin } : {}),
    ...(approval_access !== undefined && approval_access !== user.approvalAccess ? { approval_access } : {}),
  }
}

interface Approval {
  /** The account becomes pending. */
  waits: boolean
  unapprovedChange: boolean
}

/**
 * Whether an approved account needs another approval, because a person who may not approve makes a
 * change that could pass it to another person: the email; the name together with the mobile; before
 * it has a password, any one of these or the access; and more rights for a screen. They may make only one change of a name
 * or a mobile until an approver has seen it, and see no new PIN until then.
 * @throws AppError `approval_required` for an archived account: a restore would make it active
 */
async function checkApproval(
  tx: Transaction,
  actor: StaffActor,
  user: UserRow,
  changes: UserChanges,
): Promise<Approval> {
  if (await canApprove(tx, actor)) return { waits: false, unapprovedChange: false }
  const { first_name = user.firstName, last_name = user.lastName, email = user.email } = changes
  const isRenamed = first_name !== user.firstName || last_name !== user.lastName
  const hasNewMobile = changes.mobile !== undefined && readMobile(changes.mobile, user.region) !== user.mobile
  const isOther = user.id !== actor.userId
  const isChanged = isOther && (isRenamed || hasNewMobile)
  const isGivenAway =
    emailKey(email) !== user.emailKey ||
    (isOther && isRenamed && hasNewMobile) ||
    (isChanged && user.unapprovedChange) ||
    (!user.hasPassword && (isChanged || changesAccess(user, changes.access))) ||
    isPromoted(user.userType, changes.access?.map(({ user_type }) => user_type) ?? [])
  const wasApproved = user.status === 'active' || user.status === 'archived'
  if (isGivenAway && user.status === 'archived') throw new AppError('approval_required')
  return { waits: isGivenAway && wasApproved, unapprovedChange: user.unapprovedChange || isChanged }
}

async function writeUser(
  tx: Transaction,
  { now, lastModified }: { now: Date; lastModified: Date },
  { personKeys, banKeys }: UserDeps,
  user: UserRow,
  changes: UserChanges,
  { waits, unapprovedChange }: Approval,
): Promise<void> {
  const { clientId, id: userId } = user
  const person = {
    firstName: changes.first_name ?? user.firstName,
    lastName: changes.last_name ?? user.lastName,
    mobile: changes.mobile === undefined ? user.mobile : readMobile(changes.mobile, user.region),
  }
  const personKey = person.mobile === '' ? null : personKeys(clientId, person)
  if (personKey !== null && personKey !== user.personKey)
    await claimIdentity(tx, banKeys, { clientId, userId, person })
  await keepBans(tx, banKeys, { clientId, userId }, { before: user, after: person })
  const { email = user.email } = changes
  const key = emailKey(email)
  if (key !== user.emailKey) {
    await notifyOwner(tx, { clientId, userId }, 'email_changed', now)
    await tx.update(logins).set({ emailKey: key }).where(hasValues(logins, { clientId, userId }))
  }
  await tx
    .update(users)
    .set({
      ...person,
      personKey,
      email,
      emailKey: key,
      ...(key === user.emailKey ? {} : { pendingEmail: null }),
      employeeNumber: changes.employee_number ?? user.employeeNumber,
      phoneExtension: changes.phone_extension ?? user.phoneExtension,
      admin: changes.admin ?? user.admin,
      approvalAccess: changes.approval_access ?? user.approvalAccess,
      ppe: changes.ppe ?? user.ppe,
      temperatureCheck: changes.temperature ?? user.temperatureCheck,
      unapprovedChange,
      lastModified,
      ...(waits && awaiting),
    })
    .where(hasValues(users, { clientId, id: userId }))
  if (waits) await noticeWaiting(tx, user, now)
}

type Access = NonNullable<UserChanges['access']>

/** Ignores entries for sites that the person does not manage. */
function changesAccess({ access: { first: present } }: UserRow, access: Access | undefined): boolean {
  if (!access) return false
  const typeAt = new Map(present.map((entry) => [entry.site_id, entry.user_type]))
  return (
    typeAt.size !== access.length || access.some((entry) => typeAt.get(entry.site_id) !== entry.user_type)
  )
}

/** Writes only differences, because each written entry ends the links of the account. */
async function replaceAccess(
  tx: Transaction,
  actor: StaffActor,
  { clientId, id: userId, access: { first: present } }: UserRow,
  access: Access,
): Promise<void> {
  await assertSitesAreManaged(tx, actor, clientId, access)
  const wanted = new Map(access.map((entry) => [entry.site_id, entry.user_type]))
  const typeAt = new Map(present.map((entry) => [entry.site_id, entry.user_type]))
  const gone = present.filter((entry) => wanted.get(entry.site_id) !== entry.user_type)
  const fresh = access.filter((entry) => typeAt.get(entry.site_id) !== entry.user_type)
  if (gone.length > 0)
    await tx.delete(accessEntries).where(
      and(
        hasValues(accessEntries, { clientId, userId }),
        isOneOf(
          accessEntries.siteId,
          gone.map((entry) => entry.site_id),
        ),
      ),
    )
  if (fresh.length > 0)
    await tx
      .insert(accessEntries)
      .values(fresh.map((entry) => ({ clientId, userId, siteId: entry.site_id, userType: entry.user_type })))
}
