import { createFileRoute } from '@tanstack/react-router'
import { HomePage } from '../../features/home/home-page.tsx'
import { WaitingEvents } from '../../features/home/latest-section.tsx'
import { dashboardQuery } from '../../features/home/dashboard/queries.ts'
import { HomeSearch } from '../../features/home/dashboard/search.ts'
import { useOfAllClients } from '../../lib/use-session.ts'
import { queryClient } from '@gatehouse/api-client/query-client'
import { lazyPart } from '../../lib/lazy-part.tsx'

const GettingStartedCard = lazyPart(
  () => import('../../features/getting-started/getting-started.tsx'),
  'GettingStartedCard',
)

const LatestEvents = lazyPart(
  () => import('../../features/access-log/latest-events.tsx'),
  'LatestEvents',
  <WaitingEvents />,
)

export const Route = createFileRoute('/_app/home')({
  validateSearch: HomeSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => void queryClient.prefetchQuery(dashboardQuery(deps)),
  component: Home,
})

function Home() {
  const search = Route.useSearch()
  const { session } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const hasClient = !useOfAllClients()
  const { admin, site_admin } = session.profile
  const isInOneClient = hasClient && (site_admin || admin)
  return (
    <HomePage
      search={search}
      look={session.config.look}
      canOpenLog={hasClient}
      latest={(shown) => <LatestEvents {...shown} waiting={<WaitingEvents />} />}
      gettingStarted={isInOneClient && <GettingStartedCard />}
      onSearch={(changed) => void navigate({ search: changed, state: true, resetScroll: false })}
    />
  )
}
