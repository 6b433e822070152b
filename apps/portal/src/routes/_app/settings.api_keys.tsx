import { listApiKeysEndpoint } from '@gatehouse/validation/endpoints/api-keys'
import { createFileRoute } from '@tanstack/react-router'
import { ApiKeysPage } from '../../features/api-keys/api-keys-page.tsx'
import { admitAdmins } from '../../lib/admit-admins.ts'
import { listSearch } from '../../lib/list/list-search.ts'
import { prefetchList } from '../../lib/list/list-query.ts'

export const Route = createFileRoute('/_app/settings/api_keys')({
  validateSearch: listSearch(listApiKeysEndpoint, 'edit'),
  beforeLoad: admitAdmins,
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => prefetchList(listApiKeysEndpoint, deps),
  component: ApiKeysPage,
})
