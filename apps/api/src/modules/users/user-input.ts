import type { UserChanges } from '@gatehouse/validation/endpoints/users'
import type { FieldCode } from '@gatehouse/validation/field-codes'
import { toE164 } from '@gatehouse/validation/phone-numbers'
import { and, eq, inArray } from 'drizzle-orm'
import type { StaffActor } from '../../context.ts'
import { clients } from '../../db/schema/clients.ts'
import { sites } from '../../db/schema/sites.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { isAccessibleSite } from '../sites/policy.ts'
import { canApprove } from './policy.ts'

type AccessInput = NonNullable<UserChanges['access']>

/** @throws AppError `invalid_phone` */
export async function readMobile(tx: Transaction, clientId: string, text: string): Promise<string> {
  if (text === '') return ''
  const [client] = await tx.select({ region: clients.region }).from(clients).where(eq(clients.id, clientId))
  const mobile = toE164(text, client?.region ?? '')
  if (mobile !== undefined) return mobile
  throw new AppError('invalid_phone', { fields: { mobile: 'phone_invalid' } })
}

/**
 * Checks that the person may give these rights: nobody gives more than they have.
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
 * A Manager gives at least one site: nobody else could find the user.
 * @throws AppError `site_required` at the field
 */
export function assertHasSite({ admin, siteAdmin }: StaffActor, access: AccessInput): void {
  if (access.length === 0 && !admin && !siteAdmin)
    throw new AppError('site_required', { fields: { access: 'site_required' } })
}

/** Those of the sites that the person manages. One of another client is not among them. */
export async function findManagedSites(
  tx: Transaction,
  actor: StaffActor,
  clientId: string,
  siteIds: readonly string[],
): Promise<Set<string>> {
  if (siteIds.length === 0) return new Set()
  const found = await tx
    .select({ id: sites.id })
    .from(sites)
    .where(
      and(eq(sites.clientId, clientId), inArray(sites.id, [...siteIds]), isAccessibleSite(actor, 'manage')),
    )
  return new Set(found.map(({ id }) => id))
}

/**
 * Checks that the person may give access to each of the sites. One of another client, or that the person does not manage, is not there.
 * @throws AppError `not_found` at the entries of all others
 */
export async function assertSitesAreManaged(
  tx: Transaction,
  actor: StaffActor,
  clientId: string,
  access: AccessInput,
): Promise<void> {
  const siteIds = access.map(({ site_id }) => site_id)
  const managed = await findManagedSites(tx, actor, clientId, siteIds)
  const wrong = access.flatMap(({ site_id }, index): [string, FieldCode][] =>
    managed.has(site_id) ? [] : [[`access.${index}.site_id`, 'site_unknown']],
  )
  if (wrong.length > 0) throw new AppError('not_found', { fields: Object.fromEntries(wrong) })
}
