import { queryClient } from '@gatehouse/api-client/query-client'
import { createFileRoute, redirect } from '@tanstack/react-router'

import { siteQuery } from '../../features/sites/queries.ts'
import { SitePage } from '../../features/sites/site-page.tsx'
import { partOf } from '../../features/sites/site-tabs.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'

const MethodsOfSite = lazyPart(
  () => import('../../features/sign-in-methods/methods-of-site.tsx'),
  'MethodsOfSite',
)

export const Route = createFileRoute('/_app/site_management_/$siteId/$tab')({
  beforeLoad: ({ params: { siteId, tab } }) => {
    const seen = partOf(tab)
    if (seen === tab) return
    throw redirect({
      to: '/site_management/$siteId/$tab',
      params: { siteId, tab: seen },
      state: true,
      replace: true,
    })
  },
  loader: ({ params }) => void queryClient.prefetchQuery(siteQuery(params.siteId)),
  component: Site,
})

const isAdminOrMore = (profile: { admin: boolean; site_admin: boolean }) =>
  profile.admin || profile.site_admin

function Site() {
  const { siteId, tab } = Route.useParams()
  const { profile } = Route.useRouteContext().session
  const isAdmin = isAdminOrMore(profile)
  const isManager = profile.access.some(
    ({ site_id, user_type }) => site_id === siteId && user_type === 'Manager',
  )
  return (
    <SitePage
      id={siteId}
      part={partOf(tab)}
      canManage={isAdmin}
      methods={<MethodsOfSite siteId={siteId} canManage={isAdmin || isManager} />}
    />
  )
}
