import { getRouteApi } from '@tanstack/react-router'
import { useChosenClient } from './chosen-client.ts'

const app = getRouteApi('/_app')

/** Whether the rows of all clients are listed, because an operator has chosen none. */
export function useOfAllClients(): boolean {
  const isSiteAdmin = app.useRouteContext({ select: ({ session }) => session.profile.site_admin })
  return useChosenClient() === undefined && isSiteAdmin
}
