import type { StaffActor } from '../../context.ts'
import type { TwoStepAudience } from '../../db/schema/clients.ts'

/** Whether a client's policy requires a second factor of a person with these rights. */
export function mustUseTwoStep(
  { admin, siteAdmin, access }: Pick<StaffActor, 'admin' | 'siteAdmin' | 'access'>,
  requiredFor: readonly TwoStepAudience[],
): boolean {
  return requiredFor.some((audience) => {
    if (audience === 'site_admin') return siteAdmin
    if (audience === 'admin') return admin
    return access.some(({ userType }) => userType === audience)
  })
}
