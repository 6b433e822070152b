import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/_app/site_management_/$siteId/')({
  beforeLoad: ({ params: { siteId } }) => {
    throw redirect({
      to: '/site_management/$siteId/$tab',
      params: { siteId, tab: 'details' },
      replace: true,
    })
  },
})
