import type { NewUser, UserChanges } from '@gatehouse/validation/endpoints/users'
import type { FieldCode } from '@gatehouse/validation/field-codes'
import { toE164 } from '@gatehouse/validation/phone-numbers'
import type { StaffActor } from '../../context.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { findManagedSites } from '../sites/queries.ts'
import { canApprove } from './policy.ts'
import { recordNotices } from '../../db/outbox.ts'

type AccessInput = NonNullable<UserChanges['access']>

/** The stored form of a mobile; empty without one. @throws AppError `invalid_phone` */
export function readMobile(text: string, region: string): string {
  const mobile = text === '' ? '' : toE164(text, region)
  if (mobile !== undefined) return mobile
  throw new AppError('invalid_phone', { fields: { mobile: 'phone_invalid' } })
}

/** The columns of a new user from the form, besides name and mobile. */
export const userColumns = (input: NewUser) => ({
  email: input.email,
  employeeNumber: input.employee_number ?? '',
  phoneExtension: input.phone_extension ?? '',
  admin: input.admin ?? false,
  approvalAccess: input.approval_access ?? false,
  ppe: input.ppe ?? false,
  temperatureCheck: input.temperature ?? false,
})

/**
 * Checks that the person may give these rights, which they must have themselves.
 * @throws AppError `type_too_high`, `approval_required`, at the field
 */
export async function assertMayGive(
  tx: Transaction,
  actor: StaffActor,
  { admin = false, approval_access: approvalAccess = false }: Pick<UserChanges, 'admin' | 'approval_access'>,
): Promise<void> {
  if (admin && !actor.admin && !actor.siteAdmin)
    throw new AppError('type_too_high', { fields: { admin: 'type_not_allowed' } })
  if (approvalAccess && !(await canApprove(tx, actor)))
    throw new AppError('approval_required', { fields: { approval_access: 'approval_not_allowed' } })
}

/**
 * A Manager must give at least one site, because otherwise only admins could find the user.
 * @throws AppError `site_required` at the field
 */
export function assertHasSite({ admin, siteAdmin }: StaffActor, access: AccessInput): void {
  if (access.length === 0 && !admin && !siteAdmin)
    throw new AppError('site_required', { fields: { access: 'site_required' } })
}

/**
 * Checks that the person may give access to each of the sites, which they must manage.
 * @throws AppError `not_found` at the entries of all others
 */
export async function assertSitesAreManaged(
  tx: Transaction,
  actor: StaffActor,
  clientId: string,
  access: AccessInput,
): Promise<void> {
  const siteIds = access.map(({ site_id }) => site_id)
  const managed = await findManagedSites(tx, actor, siteIds, clientId)
  const wrong = access.flatMap(({ site_id }, index): [string, FieldCode][] =>
    managed.has(site_id) ? [] : [[`access.${index}.site_id`, 'site_unknown']],
  )
  if (wrong.length > 0) throw new AppError('not_found', { fields: Object.fromEntries(wrong) })
}

/** The values of an account that waits for approval again. Triggers end its sessions and links. */
export const awaiting = { status: 'pending', statusReason: '', accessPinHash: null } as const

/** Notifies approvers of a waiting account. One notification covers all that wait since a call. */
export function noticeWaiting(
  tx: Transaction,
  { clientId, id }: { clientId: string; id: string },
  at: Date,
): Promise<void> {
  return recordNotices(tx, [{ clientId, event: 'approval_waiting', subject: id, at, payload: { user: id } }])
}
