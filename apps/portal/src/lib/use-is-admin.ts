import { getRouteApi } from '@tanstack/react-router'

const app = getRouteApi('/_app')

/** Whether the person has all rights in the client that they work in. */
export const useIsAdmin = (): boolean =>
  app.useRouteContext({ select: ({ session: { profile } }) => profile.admin || profile.site_admin })
