import { listBansEndpoint } from '@gatehouse/validation/endpoints/bans'
import { createFileRoute } from '@tanstack/react-router'
import { BansPage } from '../../features/bans/bans-page.tsx'
import { listSearch } from '../../lib/list/list-search.ts'
import { prefetchList } from '../../lib/list/list-query.ts'

export const Route = createFileRoute('/_app/settings/bans')({
  validateSearch: listSearch(listBansEndpoint, 'edit'),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => prefetchList(listBansEndpoint, deps),
  component: BansPage,
})
