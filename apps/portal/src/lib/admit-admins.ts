import type { Profile } from '@gatehouse/validation/endpoints/me'
import { managesPeople } from './manages-people.ts'
import { NotAllowedError } from './not-allowed-error.ts'

interface Entering {
  context: { session: { profile: Pick<Profile, 'admin' | 'site_admin' | 'access'> } }
}

/**
 * The `beforeLoad` of a page for the admins of a client and of the installation.
 * @throws NotAllowedError for others
 */
export function admitAdmins({ context }: Entering): void {
  const { admin, site_admin } = context.session.profile
  if (!admin && !site_admin) throw new NotAllowedError('admins')
}

/** The same for admins and the Managers of sites. */
export function admitManagers({ context }: Entering): void {
  if (!managesPeople(context.session.profile)) throw new NotAllowedError('managers')
}

/** The same for administrators of the installation. */
export function admitOperators({ context }: Entering): void {
  if (!context.session.profile.site_admin) throw new NotAllowedError('operators')
}
