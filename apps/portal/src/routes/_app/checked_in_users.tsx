import { createFileRoute, redirect } from '@tanstack/react-router'
import { PresencePage } from '../../features/presence/presence-page.tsx'
import { presenceQuery } from '../../features/presence/queries.ts'
import { PresenceSearch } from '../../features/presence/search.ts'
import { lookFeatures } from '../../lib/look-features.ts'
import { queryClient } from '@gatehouse/api-client/query-client'

export const Route = createFileRoute('/_app/checked_in_users')({
  validateSearch: PresenceSearch,
  beforeLoad: ({ context }) => {
    if (!lookFeatures[context.session.config.look].checkedInUsers) throw redirect({ to: '/', replace: true })
  },
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => void queryClient.prefetchQuery(presenceQuery(deps)),
  component: CheckedInUsers,
})

function CheckedInUsers() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <PresencePage
      search={search}
      region={Route.useRouteContext().session.config.region}
      onSearch={(changed, { replace = false } = {}) =>
        void navigate({ search: changed, state: true, replace, resetScroll: false })
      }
    />
  )
}
