import { queryClient } from '@gatehouse/api-client/query-client'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { siteQuery } from '../../features/sites/queries.ts'
import { SitePage } from '../../features/sites/site-page.tsx'
import { isSiteTab } from '../../features/sites/site-tabs.ts'

export const Route = createFileRoute('/_app/site_management_/$siteId/$tab')({
  beforeLoad: ({ params: { siteId, tab } }) => {
    if (isSiteTab(tab)) return
    throw redirect({
      to: '/site_management/$siteId/$tab',
      params: { siteId, tab: 'details' },
      state: true,
      replace: true,
    })
  },
  loader: ({ params }) => void queryClient.prefetchQuery(siteQuery(params.siteId)),
  component: Site,
})

function Site() {
  const { siteId, tab } = Route.useParams()
  const { profile } = Route.useRouteContext().session
  return (
    <SitePage
      id={siteId}
      tab={isSiteTab(tab) ? tab : 'details'}
      canManage={profile.admin || profile.site_admin}
    />
  )
}
