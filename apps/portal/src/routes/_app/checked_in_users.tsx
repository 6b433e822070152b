import { queryClient } from '@gatehouse/api-client/query-client'
import { listPresentEndpoint } from '@gatehouse/validation/endpoints/presence'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { PresencePage } from '../../features/presence/presence-page.tsx'
import { listQuery } from '../../lib/list/list-query.ts'
import { listSearch } from '../../lib/list/list-search.ts'
import { lookFeatures } from '../../lib/look-features.ts'

export const Route = createFileRoute('/_app/checked_in_users')({
  validateSearch: listSearch(listPresentEndpoint),
  beforeLoad: ({ context }) => {
    if (!lookFeatures[context.session.config.look].checkedInUsers) throw redirect({ to: '/', replace: true })
  },
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => void queryClient.prefetchQuery(listQuery(listPresentEndpoint, deps)),
  component: CheckedInUsers,
})

function CheckedInUsers() {
  const navigate = Route.useNavigate()
  return (
    <PresencePage
      search={Route.useSearch()}
      onSearch={(search, { replace = false } = {}) =>
        void navigate({ search, state: true, replace, resetScroll: false })
      }
    />
  )
}
