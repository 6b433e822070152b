import type { Rights } from '../../context.ts'
import type { TwoStepAudience } from '@gatehouse/validation/vocabulary'

/** Whether a client's policy requires a second factor of a person with these rights. */
export function mustUseTwoStep(
  { admin, siteAdmin, hasManagerEntry, hasStaffEntry }: Rights,
  requiredFor: readonly TwoStepAudience[],
): boolean {
  const isOf: Record<TwoStepAudience, boolean> = {
    site_admin: siteAdmin,
    admin,
    Manager: hasManagerEntry,
    Staff: hasStaffEntry,
  }
  return requiredFor.some((audience) => isOf[audience])
}
