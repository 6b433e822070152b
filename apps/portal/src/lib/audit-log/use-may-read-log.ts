import { getRouteApi } from '@tanstack/react-router'
import { useChosenClient } from '../chosen-client.ts'

const app = getRouteApi('/_app')

/** The audit log is that of one client, and for its admins. */
export function useMayReadLog(): boolean {
  const { admin, site_admin } = app.useRouteContext({ select: ({ session }) => session.profile })
  const chosen = useChosenClient()
  return site_admin ? chosen !== undefined : admin
}
