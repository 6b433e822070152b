import { queryClient } from '@gatehouse/api-client/query-client'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { lazy } from 'react'
import { siteQuery } from '../../features/sites/queries.ts'
import { SitePage } from '../../features/sites/site-page.tsx'
import { isSiteTab } from '../../features/sites/site-tabs.ts'

const MethodsOfSite = lazy(async () => ({
  default: (await import('../../features/sign-in-methods/methods-of-site.tsx')).MethodsOfSite,
}))

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
  const isAdmin = profile.admin || profile.site_admin
  const isManager = profile.access.some(
    ({ site_id, user_type }) => site_id === siteId && user_type === 'Manager',
  )
  return (
    <SitePage
      id={siteId}
      tab={isSiteTab(tab) ? tab : 'details'}
      canManage={isAdmin}
      methods={<MethodsOfSite siteId={siteId} canManage={isAdmin || isManager} />}
    />
  )
}
