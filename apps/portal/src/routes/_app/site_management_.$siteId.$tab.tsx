import { queryClient } from '@gatehouse/api-client/query-client'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { siteQuery } from '../../features/sites/queries.ts'
import { SitePage } from '../../features/sites/site-page.tsx'
import { tabOf } from '../../features/sites/site-tabs.ts'

export const Route = createFileRoute('/_app/site_management_/$siteId/$tab')({
  beforeLoad: ({ params: { siteId, tab }, context: { session } }) => {
    const seen = tabOf(tab, canManage(session.profile))
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

const canManage = (profile: { admin: boolean; site_admin: boolean }) => profile.admin || profile.site_admin

function Site() {
  const { siteId, tab } = Route.useParams()
  const manages = canManage(Route.useRouteContext().session.profile)
  return <SitePage id={siteId} tab={tabOf(tab, manages)} canManage={manages} />
}
