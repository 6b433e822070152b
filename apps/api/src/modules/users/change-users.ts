import type { InputOf } from '@gatehouse/validation/endpoints/all'
import type { AuditAction } from '@gatehouse/validation/audit-actions'
import type { UserAction } from '@gatehouse/validation/endpoints/users'
import type { ErrorCode } from '@gatehouse/validation/error-codes'
import { serverLimits } from '@gatehouse/validation/limits'
import type { BulkResult } from '@gatehouse/validation/list-endpoint'
import type { AccountType, UserStatus } from '@gatehouse/validation/vocabulary'
import { and, eq, gt, inArray, not, type SQL, sql } from 'drizzle-orm'
import type { Context, StaffActor } from '../../context.ts'
import { auditOf, recordAudits } from '../../db/audit.ts'
import { applyBulk, type Block } from '../../db/apply-bulk.ts'
import { areRows, isOneOf } from '../../db/sql-values.ts'
import { nextModified } from '../../db/edit-row.ts'
import { recordMails } from '../../db/outbox.ts'
import { whereListed } from '../../db/select-page.ts'
import { outbox } from '../../db/schema/outbox.ts'
import { users } from '../../db/schema/users.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { DAY_MS } from '../../lib/durations.ts'
import { AppError } from '../../lib/app-error.ts'
import { hasEntryAtSite } from '../sites/policy.ts'
import { resolveSite } from '../sites/queries.ts'
import type { BanKeys } from '../identity/person-key.ts'
import type { UserDeps } from './create-user.ts'
import { awaiting, noticeWaiting } from './user-input.ts'
import { findTakenIdentities } from './claim-identity.ts'
import { recordInvitations } from './invite-user.ts'
import {
  type AdminKeeper,
  keepLastAdmins,
  canApprove,
  editColumns,
  findEditBlock,
  isAdmin,
  isPromoted,
} from './policy.ts'
import { listedUsers } from './queries.ts'
import { findRights, isOfType, setAccountType } from './account-types.ts'

type BulkInput = InputOf<'changeUsers'>['body']

/**
 * Changes many users. Users whom the person may not change, whose status does not allow it, or who
 * would be restored to a name and mobile in use stay as they are and are listed in the result.
 * @throws AppError `incomplete` where the action lacks its field, `type_too_high`, `not_found` for
 *   a site that the person does not manage, `mail_not_set_up` where new PINs could not be emailed,
 *   `too_many_requests`
 */
export async function changeUsers(
  { db, actor, now, limits }: Context<StaffActor>,
  { banKeys, sendsMail }: Pick<UserDeps, 'banKeys' | 'sendsMail'>,
  input: BulkInput,
): Promise<BulkResult> {
  assertComplete(input)
  const rule = actions[input.action]
  // New PINs are only sent by email.
  if (input.action === 'reset_pins' && !sendsMail) throw new AppError('mail_not_set_up')
  if (rule.sendsMails) {
    await limits.take('userMails', actor.userId)
    await limits.take('userMailsPerClient', actor.clientId)
  }
  if (input.action === 'set_account_type' && input.user_type === 'Admin' && !isAdmin(actor))
    throw new AppError('type_too_high')
  return withScope(db, actor.scope, async (tx) => {
    const target =
      'ids' in input
        ? { ids: input.ids, versions: input.versions }
        : { matching: await resolveSite(tx, actor, 'manage', input.matching) }
    const listed = listedUsers(actor)
    const isChosen =
      'ids' in target
        ? and(listed.scope, isOneOf(users.id, target.ids))
        : whereListed(listed, target.matching)
    const rules: Rules = {
      actor,
      sendsMail,
      mayApprove: await canApprove(tx, actor),
      findAdminBlock: rule.takesRights ? await keepLastAdmins(tx, actor, isChosen) : () => undefined,
    }
    if (input.action === 'archive' && isAdmin(actor)) await keepArchived(tx, actor, isChosen, now)
    return applyBulk(tx, target, {
      ...listed,
      table: users,
      rows: (where) => selectRows(tx, actor, input.user_type).where(where).$dynamic(),
      findBlock: (row) => findBlock(row, input, rules),
      isAsWanted: (row) => isAsWanted(row, input),
      ...(rule.bringsBack && { findBlocks: (rows) => findTaken(tx, banKeys, rows) }),
      ...(input.action === 'set_account_type' && { findOverwritten: (rows) => findRights(tx, actor, rows) }),
      change: (rows) => change(tx, rules, now, input, rows),
      audit: {
        actor: { kind: 'staff', id: actor.userId },
        action: rule.audit,
        targetKind: 'user',
        at: now,
        details: (row) => detailsOf(row, input, rules),
      },
    })
  })
}

/** If an admin also archives what a Manager has archived, only admins may restore it. */
async function keepArchived(
  tx: Transaction,
  actor: StaffActor,
  isChosen: SQL | undefined,
  now: Date,
): Promise<void> {
  const isOfManager = and(eq(users.status, 'archived'), eq(users.archivedByManager, true))
  const kept = await tx
    .update(users)
    .set({ archivedByManager: false })
    .where(and(isChosen, isOfManager, not(editColumns(actor).isAbove)))
    .returning({ clientId: users.clientId, id: users.id })
  await recordAudits(
    tx,
    kept.map((row) => auditOf({ actor, now }, 'user.archived', 'user', row)),
  )
}

interface ActionRule {
  audit: AuditAction
  /** The statuses that a user may have before, and the one after. */
  before: readonly UserStatus[]
  after?: UserStatus
  sendsMails?: true
  takesRights?: true
  /** Users without a claim to their name and mobile claim them again. */
  bringsBack?: true
  /** Only people who may approve accounts may do this. */
  isDecision?: true
}

const actions: Record<UserAction, ActionRule> = {
  set_account_type: { audit: 'user.type_changed', before: ['active'], takesRights: true },
  reset_pins: { audit: 'user.pin_reset', before: ['active'], sendsMails: true },
  archive: { audit: 'user.archived', before: ['active'], after: 'archived', takesRights: true },
  restore: {
    audit: 'user.restored',
    before: ['archived'],
    after: 'active',
    sendsMails: true,
    bringsBack: true,
  },
  approve: {
    audit: 'user.approved',
    before: ['pending'],
    after: 'active',
    sendsMails: true,
    isDecision: true,
  },
  reject: { audit: 'user.rejected', before: ['pending'], after: 'rejected', isDecision: true },
  reopen: {
    audit: 'user.reopened',
    before: ['active', 'rejected'],
    after: 'pending',
    takesRights: true,
    bringsBack: true,
    isDecision: true,
  },
}

function detailsOf(
  row: Row,
  { action, user_type, reason }: BulkInput,
  rules: Rules,
): Record<string, unknown> {
  const { userType, status, statusReason } = row
  const losing = losesApproval(row, rules, user_type)
  if (action === 'set_account_type')
    return {
      before: { user_type: userType, ...(losing && { status }) },
      after: { user_type, ...(losing && { status: awaiting.status }) },
    }
  const after = actions[action].after
  if (after === undefined) return {}
  const hadReason = action === 'reopen' && status === 'rejected'
  return {
    before: { status, ...(hadReason && { status_reason: statusReason }) },
    after: {
      status: after,
      ...(hadReason && { status_reason: '' }),
      ...(action === 'reject' && { status_reason: reason }),
    },
  }
}

function assertComplete({ action, user_type, reason }: BulkInput): void {
  if (action === 'set_account_type' && user_type === undefined)
    throw new AppError('incomplete', { fields: { user_type: 'type_required' } })
  if (action === 'reject' && reason === undefined)
    throw new AppError('incomplete', { fields: { reason: 'reason_required' } })
}

interface Rules {
  actor: StaffActor
  sendsMail: boolean
  mayApprove: boolean
  findAdminBlock: AdminKeeper
}

type Row = Awaited<ReturnType<typeof selectRows>>[number]

/** Whether a change of the type makes a user pending, as `checkApproval` in `update-user.ts`. */
const losesApproval = (
  { hasPassword, userType }: Row,
  { mayApprove }: Rules,
  type: AccountType | undefined,
): boolean => !mayApprove && (!hasPassword || isPromoted(userType, type ? [type] : []))

/** @param type the requested account type, if any */
function selectRows(tx: Transaction, actor: StaffActor, type: AccountType | undefined) {
  return tx
    .select({
      clientId: users.clientId,
      id: users.id,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      mobile: users.mobile,
      status: users.status,
      statusReason: users.statusReason,
      archivedByManager: users.archivedByManager,
      userType: users.userType,
      admin: users.admin,
      siteAdmin: users.siteAdmin,
      hasPassword: sql<boolean>`${users.passwordHash} is not null`,
      hasSite: sql<boolean>`(${hasEntryAtSite(actor, 'manage')})`,
      hasType: isOfType(actor, type),
      ...editColumns(actor),
    })
    .from(users)
}

/** Whether the action was already done, in case its response was lost. A new reason is new. */
function isAsWanted({ status, statusReason, hasType }: Row, { action, reason }: BulkInput): boolean {
  if (action === 'set_account_type') return hasType
  return status === actions[action].after && (action !== 'reject' || statusReason === reason)
}

function findBlock(
  row: Row,
  input: BulkInput,
  { actor, mayApprove, findAdminBlock }: Rules,
): ErrorCode | undefined {
  const { action, user_type } = input
  // What is left of an erased account can't be logged in to.
  if (row.email === '') return 'not_found'
  const isSelf = row.id === actor.userId
  if (isSelf && action !== 'reset_pins') return 'own_account'
  const code = findEditBlock(row)
  if (code !== undefined) return code
  if (actions[action].isDecision && !mayApprove) return 'approval_required'
  if (action !== 'set_account_type' && isAsWanted(row, input)) return undefined
  if (!actions[action].before.includes(row.status)) return 'wrong_status'
  if (action === 'restore' && !row.archivedByManager && !isAdmin(actor)) return 'archived_by_admin'
  if (action === 'set_account_type' && user_type !== 'Admin') {
    // A change of the type must not leave a user without any right.
    if (!row.hasSite) return 'no_sites'
    if (row.siteAdmin) return 'type_too_high'
    return findAdminBlock(row)
  }
  return action === 'archive' || action === 'reopen' ? findAdminBlock(row) : undefined
}

/** The users whose name and mobile another user has now, or an earlier one of these. */
async function findTaken(
  tx: Transaction,
  banKeys: BanKeys,
  rows: readonly Row[],
): Promise<ReadonlyMap<string, Block>> {
  const blocks = new Map<string, Block>()
  // An active user already holds the name and mobile.
  const back = rows
    .filter(({ status }) => status !== 'active')
    .map((row) => ({
      id: row.id,
      clientId: row.clientId,
      person: row,
      identityKeys: row.mobile === '' ? [] : banKeys(row.clientId, row),
    }))
  // In a fixed order, so that two actions on the same clients can't deadlock.
  const byClient = [...Map.groupBy(back, ({ clientId }) => clientId)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  for (const [clientId, people] of byClient)
    for (const { id } of await findTakenIdentities(tx, banKeys, clientId, people))
      blocks.set(id, { code: 'identity_taken' })
  return blocks
}

async function change(
  tx: Transaction,
  rules: Rules,
  now: Date,
  { action, user_type, reason }: BulkInput,
  rows: readonly Row[],
): Promise<void> {
  const { actor, sendsMail } = rules
  const set = (values: Partial<typeof users.$inferInsert>) =>
    tx
      .update(users)
      .set({ ...values, lastModified: nextModified(users.lastModified, now) })
      .where(areRows(users, rows))
  const withoutPassword = rows.filter(({ hasPassword }) => sendsMail && !hasPassword)
  const invite = (people: readonly Row[]) =>
    recordInvitations(
      tx,
      people.map(({ clientId, id, email }) => ({ clientId, userId: id, email, by: actor })),
      now,
    )
  switch (action) {
    case 'set_account_type':
      if (user_type !== undefined) await setAccountType(tx, actor, rows, user_type, now)
      await awaitApproval(
        tx,
        rows.filter((row) => losesApproval(row, rules, user_type)),
        now,
      )
      return
    case 'reset_pins':
      // The old PIN ends now. The new one is created when the email is rendered, so that it is
      // stored nowhere.
      await set({ accessPinHash: null })
      await recordMails(
        tx,
        rows.map(({ clientId, id, email }) => ({
          clientId,
          type: 'mail.access_pin' as const,
          subject: id,
          recipient: email,
          at: now,
          payload: {},
        })),
      )
      return
    case 'archive':
      // Triggers end the sessions and links. Password and PIN stay for a restore and don't work
      // before.
      await set({ status: 'archived', archivedByManager: !isAdmin(actor) })
      return
    case 'restore':
      await set({ status: 'active', archivedByManager: false })
      // Archiving has ended the link of an open invitation, so a new one is sent.
      await invite(await findInvited(tx, withoutPassword, now))
      return
    case 'approve':
      await set({ status: 'active', unapprovedChange: false })
      await invite(withoutPassword)
      return
    case 'reject':
      await set({ status: 'rejected', statusReason: reason ?? '' })
      return
    case 'reopen':
      // Triggers end the sessions and links of users who were approved.
      await set(awaiting)
  }
}

async function awaitApproval(tx: Transaction, rows: readonly Row[], now: Date): Promise<void> {
  const [first] = rows
  if (!first) return
  await tx.update(users).set(awaiting).where(areRows(users, rows))
  await noticeWaiting(tx, first, now)
}

/** The users whose last invitation would still be open. */
async function findInvited(tx: Transaction, rows: readonly Row[], now: Date): Promise<Row[]> {
  if (rows.length === 0) return []
  const opened = new Date(now.getTime() - serverLimits.invitationDays * DAY_MS)
  const invited = await tx
    .selectDistinct({ id: outbox.subject })
    .from(outbox)
    .where(
      and(
        inArray(outbox.clientId, clientsOf(rows)),
        inArray(outbox.subject, idsOf(rows)),
        eq(outbox.type, 'mail.invitation'),
        gt(outbox.createdAt, opened),
      ),
    )
  const ids = new Set(invited.map(({ id }) => id))
  return rows.filter(({ id }) => ids.has(id))
}

const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id)
const clientsOf = (rows: readonly Row[]) => [...new Set(rows.map(({ clientId }) => clientId))]
