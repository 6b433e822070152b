import { listBansEndpoint } from '@gatehouse/validation/endpoints/bans'
import type * as declared from '@gatehouse/validation/endpoints/bans'
import { createFileRoute } from '@tanstack/react-router'
import { BansPage } from '../../features/bans/bans-page.tsx'
import { addressOf, type PageSearch } from '../../lib/list/page-search.ts'
import { prefetchList } from '../../lib/list/list-query.ts'

export const Route = createFileRoute('/_app/settings/bans')({
  validateSearch: addressOf<PageSearch<typeof declared.listBansEndpoint>>(),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => prefetchList(listBansEndpoint, deps),
  component: BansPage,
})
