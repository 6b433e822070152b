import { queryClient } from '@gatehouse/api-client/query-client'
import { listPresentEndpoint } from '@gatehouse/validation/endpoints/presence'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { useMemo } from 'react'
import { PresencePage } from '../../features/presence/presence-page.tsx'
import { anySearch } from '../../lib/list/any-search.ts'
import { listQuery } from '../../lib/list/list-query.ts'
import { readListSearch } from '../../lib/list/list-search.ts'
import { lookFeatures } from '../../lib/look-features.ts'

export const Route = createFileRoute('/_app/checked_in_users')({
  validateSearch: anySearch,
  beforeLoad: ({ context }) => {
    if (!lookFeatures[context.session.config.look].checkedInUsers) throw redirect({ to: '/', replace: true })
  },
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) =>
    void queryClient.prefetchQuery(listQuery(listPresentEndpoint, readListSearch(listPresentEndpoint, deps))),
  component: CheckedInUsers,
})

function CheckedInUsers() {
  const navigate = Route.useNavigate()
  const inUrl = Route.useSearch()
  const search = useMemo(() => readListSearch(listPresentEndpoint, inUrl), [inUrl])
  return (
    <PresencePage
      search={search}
      onSearch={(changed, { replace = false } = {}) =>
        void navigate({ search: changed, state: true, replace, resetScroll: false })
      }
    />
  )
}
