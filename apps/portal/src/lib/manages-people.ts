import type { Profile } from '@gatehouse/validation/endpoints/me'

/** Whether a person may see the users of a site: admins, and the Managers of sites. */
export function managesPeople({
  admin,
  site_admin,
  access,
}: Pick<Profile, 'admin' | 'site_admin' | 'access'>): boolean {
  return admin || site_admin || access.some(({ user_type }) => user_type === 'Manager')
}

/**
 * Whether a person may approve accounts, and let others do so: admins, and Managers with that
 * right.
 */
export function approvesAccounts({
  admin,
  site_admin,
  approval_access,
}: Pick<Profile, 'admin' | 'site_admin' | 'approval_access'>): boolean {
  return admin || site_admin || approval_access
}
