import { getRouteApi } from '@tanstack/react-router'
import { useOfAllClients } from '../use-of-all-clients.ts'

const app = getRouteApi('/_app')

/** The audit log belongs to one client and is for its admins. */
export function useMayReadLog(): boolean {
  const { admin, site_admin } = app.useRouteContext({ select: ({ session }) => session.profile })
  const ofAllClients = useOfAllClients()
  return (admin || site_admin) && !ofAllClients
}
