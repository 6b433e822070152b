import type { Profile } from '@gatehouse/validation/endpoints/me'

/** People with Device and Guest entries only, or none at all, may watch a board and nothing else. */
export function isBoardOnly({
  admin,
  site_admin,
  access,
}: Pick<Profile, 'admin' | 'site_admin' | 'access'>): boolean {
  if (admin || site_admin) return false
  return access.every(({ user_type }) => user_type === 'Device' || user_type === 'Guest')
}
