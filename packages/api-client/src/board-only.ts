import type { Profile } from '@gatehouse/validation/endpoints/me'

/** Whether a person may watch boards only: they have Device and Guest entries only, or none. */
export function isBoardOnly({
  admin,
  site_admin,
  access,
}: Pick<Profile, 'admin' | 'site_admin' | 'access'>): boolean {
  if (admin || site_admin) return false
  return access.every(({ user_type }) => user_type === 'Device' || user_type === 'Guest')
}
