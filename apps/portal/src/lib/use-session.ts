import { getRouteApi } from '@tanstack/react-router'
import { useChosenClient } from './chosen-client.ts'

const app = getRouteApi('/_app')

/** The logged-in person. */
export const useProfile = () => app.useRouteContext({ select: ({ session }) => session.profile })

/** The configuration of the person's client. */
export const useSessionConfig = () => app.useRouteContext({ select: ({ session }) => session.config })

/** Whether the person has all rights in the client that they work in. */
export function useIsAdmin(): boolean {
  const { admin, site_admin } = useProfile()
  return admin || site_admin
}

/** Whether the rows of all clients are listed, because an operator has chosen none. */
export function useOfAllClients(): boolean {
  const { site_admin } = useProfile()
  return useChosenClient() === undefined && site_admin
}

/** The audit log belongs to one client and is for its admins. */
export function useMayReadLog(): boolean {
  const isAdmin = useIsAdmin()
  return !useOfAllClients() && isAdmin
}
