import { listReportViewsEndpoint } from '@gatehouse/validation/endpoints/report-views'
import type * as declared from '@gatehouse/validation/endpoints/report-views'
import { createFileRoute } from '@tanstack/react-router'
import { ViewsPage } from '../../features/reports/views-page.tsx'
import { admitManagers } from '../../lib/admit-admins.ts'
import { addressOf, type PageSearch } from '../../lib/list/page-search.ts'
import { prefetchList } from '../../lib/list/list-query.ts'

export const Route = createFileRoute('/_app/reports_/views')({
  validateSearch: addressOf<PageSearch<typeof declared.listReportViewsEndpoint>>(),
  beforeLoad: admitManagers,
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => prefetchList(listReportViewsEndpoint, deps),
  component: ViewsPage,
})
