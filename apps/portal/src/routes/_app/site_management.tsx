import { listSitesEndpoint } from '@gatehouse/validation/endpoints/sites'
import type * as declared from '@gatehouse/validation/endpoints/sites'
import { createFileRoute } from '@tanstack/react-router'
import { SitesPage } from '../../features/sites/site-list.tsx'
import { addressOf, type PageSearch } from '../../lib/list/page-search.ts'
import { prefetchList } from '../../lib/list/list-query.ts'

export const Route = createFileRoute('/_app/site_management')({
  validateSearch: addressOf<PageSearch<typeof declared.listSitesEndpoint>>(),
  loaderDeps: ({ search: { edit: _, ...search } }) => search,
  loader: ({ deps }) => prefetchList(listSitesEndpoint, deps),
  component: SitesPage,
})
