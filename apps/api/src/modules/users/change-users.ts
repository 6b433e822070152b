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
import { areRows, isOneOf } from '../../db/is-one-of.ts'
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
} from './policy.ts'
import { listedUsers } from './queries.ts'
import { findRights, isOfType, setAccountType } from './account-types.ts'

type BulkInput = InputOf<'changeUsers'>['body']

/**
 * Changes many users. Rows that the person may not change, or whose status does not allow it, stay as they are and are named. So does one
 * that would come back beside a user with the same name and mobile.
 * @throws AppError `incomplete` where the action lacks its field, `type_too_high`, `not_found` for a site that the person does not manage,
 * `mail_not_set_up` where new PINs could not be mailed, `too_many_requests`
 */
export async function changeUsers(
  { db, actor, now, limits }: Context<StaffActor>,
  { banKeys, sendsMail }: Pick<UserDeps, 'banKeys' | 'sendsMail'>,
  input: BulkInput,
): Promise<BulkResult> {
  assertComplete(input)
  const rule = actions[input.action]
  // Nobody would learn the new PINs.
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

/** What a Manager has archived and an admin archives too, only admins restore. */
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
  /** The statuses that a user may have before it, and the one that it leaves. */
  before: readonly UserStatus[]
  after?: UserStatus
  sendsMails?: true
  takesRights?: true
  /** Users who had no claim to their name and mobile have one again. */
  bringsBack?: true
  /** Only those decide it who may approve accounts. */
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
  const losing = losesApproval(row, rules)
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
const losesApproval = ({ hasPassword }: Row, { mayApprove }: Rules): boolean => !hasPassword && !mayApprove

/** @param type the account type that is asked for, if any */
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

/** Also where the action went through before, and its answer was lost. Another reason than the stored one is no such repetition. */
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
  // Nobody can log in to what is left of an erased account.
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
    // Nobody is left without any right by a change of the type.
    if (!row.hasSite) return 'no_sites'
    if (row.siteAdmin) return 'type_too_high'
    return findAdminBlock(row)
  }
  return action === 'archive' || action === 'reopen' ? findAdminBlock(row) : undefined
}

/** Which of these users come back to a name and mobile that another one has by now, or one of these that comes before. */
async function findTaken(
  tx: Transaction,
  banKeys: BanKeys,
  rows: readonly Row[],
): Promise<ReadonlyMap<string, Block>> {
  const blocks = new Map<string, Block>()
  // Whoever is active has the name and mobile already.
  const back = rows
    .filter(({ status }) => status !== 'active')
    .map((row) => ({
      id: row.id,
      clientId: row.clientId,
      person: row,
      identityKeys: row.mobile === '' ? [] : banKeys(row.clientId, row),
    }))
  // In one order, so that two actions over the same clients do not wait for each other in a circle.
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
        rows.filter((row) => losesApproval(row, rules)),
        now,
      )
      return
    case 'reset_pins':
      // The earlier PIN ends now. The new one is made when the mail is written, so that it is stored nowhere.
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
      // Triggers end the sessions and the links. The password and the PIN stay for whoever is restored, and open nothing until then.
      await set({ status: 'archived', archivedByManager: !isAdmin(actor) })
      return
    case 'restore':
      await set({ status: 'active', archivedByManager: false })
      // Archiving has ended the link of an invitation that was still open, so there is a new one.
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
      // Triggers end the sessions and the links of whoever was approved.
      await set(awaiting)
  }
}

async function awaitApproval(tx: Transaction, rows: readonly Row[], now: Date): Promise<void> {
  const [first] = rows
  if (!first) return
  await tx.update(users).set(awaiting).where(areRows(users, rows))
  await noticeWaiting(tx, first, now)
}

/** Those of the users whose last invitation would still be open. */
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
