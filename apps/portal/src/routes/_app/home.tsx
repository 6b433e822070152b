import { createFileRoute } from '@tanstack/react-router'
import { HomePage } from '../../features/home/home-page.tsx'
import { dashboardQuery } from '../../features/home/queries.ts'
import { HomeSearch } from '../../features/home/search.ts'
import { queryClient } from '@gatehouse/api-client/query-client'

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
  return (
    <HomePage
      search={search}
      look={session.config.look}
      onSearch={(changed) => void navigate({ search: changed, state: true, resetScroll: false })}
    />
  )
}
