import type { Profile } from '@gatehouse/validation/endpoints/me'
import { redirect } from '@tanstack/react-router'
import { managesPeople } from './manages-people.ts'

interface Entering {
  context: { session: { profile: Pick<Profile, 'admin' | 'site_admin' | 'access'> } }
}

/** The `beforeLoad` of a page for the admins of a client and of the installation. Others are sent to their own first page. */
export function admitAdmins({ context }: Entering): void {
  const { admin, site_admin } = context.session.profile
  if (!admin && !site_admin) throw redirect({ to: '/', replace: true })
}

/** The same for admins and the Managers of sites. */
export function admitManagers({ context }: Entering): void {
  if (!managesPeople(context.session.profile)) throw redirect({ to: '/', replace: true })
}
