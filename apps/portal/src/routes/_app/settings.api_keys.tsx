import { listApiKeysEndpoint } from '@gatehouse/validation/endpoints/api-keys'
import type * as declared from '@gatehouse/validation/endpoints/api-keys'
import { createFileRoute } from '@tanstack/react-router'
import { ApiKeysPage } from '../../features/api-keys/api-keys-page.tsx'
import { admitAdmins } from '../../lib/admit-admins.ts'
import { addressOf, type PageSearch } from '../../lib/list/page-search.ts'
import { prefetchList } from '../../lib/list/list-query.ts'

export const Route = createFileRoute('/_app/settings/api_keys')({
  validateSearch: addressOf<PageSearch<typeof declared.listApiKeysEndpoint>>(),
  beforeLoad: admitAdmins,
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => prefetchList(listApiKeysEndpoint, deps),
  component: ApiKeysPage,
})
