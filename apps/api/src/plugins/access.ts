import type { Access, EndpointDeclaration } from '@gatehouse/validation/endpoint'
import type { Actor, KeyActor, Rights, StaffActor } from '../context.ts'
import { AppError } from '../lib/app-error.ts'

/** Whether a person has Device or Guest entries only. They may use the board and nothing else. */
export function isBoardOnly({ admin, siteAdmin, hasManagerEntry, hasStaffEntry }: Rights): boolean {
  return !admin && !siteAdmin && !hasManagerEntry && !hasStaffEntry
}

const mayCall: Record<Exclude<Access, 'public'>, (staff: StaffActor) => boolean> = {
  pre_2fa: () => true,
  board: () => true,
  board_only: isBoardOnly,
  person: () => true,
  staff: (staff) => !isBoardOnly(staff),
  manager: (staff) => staff.admin || staff.siteAdmin || staff.hasManagerEntry,
  admin: (staff) => staff.admin || staff.siteAdmin,
  site_admin: (staff) => staff.siteAdmin,
}

/**
 * Checks that the actor may call the endpoint: first the pending steps of the
 * session, then the role.
 * @throws AppError `unauthenticated`, `two_step_required`,
 *   `password_change_required` or `forbidden`
 */
export function assertAccess(
  endpoint: Pick<EndpointDeclaration, 'access' | 'apiKeyScope' | 'whilePasswordDue'>,
  actor: Actor,
): void {
  const { access } = endpoint
  if (access === 'public') return
  if (actor.kind === 'key') return assertScope(endpoint, actor)
  if (actor.kind !== 'staff') throw new AppError('unauthenticated')
  if (!actor.authenticated && !admitsPre2fa(access, actor)) throw new AppError('two_step_required')
  if (actor.mustChangePassword && !endpoint.whilePasswordDue) throw new AppError('password_change_required')
  if (!mayCall[access](actor)) throw new AppError('forbidden')
}

function admitsPre2fa(access: Access, { boardBeforeTwoStep }: StaffActor): boolean {
  const isOfBoard = access === 'board' || access === 'board_only'
  return access === 'pre_2fa' || (isOfBoard && boardBeforeTwoStep)
}

function assertScope({ apiKeyScope }: Pick<EndpointDeclaration, 'apiKeyScope'>, { scopes }: KeyActor): void {
  if (apiKeyScope === undefined)
    throw new AppError('forbidden', {
      message: 'This call is for people who are logged in, not for API keys.',
    })
  if (!scopes.includes(apiKeyScope))
    throw new AppError('forbidden', { message: `This API key lacks the scope “${apiKeyScope}”.` })
}
