import { useQuery } from '@tanstack/react-query'
import { type DashboardAnswer, dashboardQuery } from './queries.ts'
import type { HomeSearch } from './search.ts'

/**
 * Every site one may choose. The figures of one site list that site only, so that the others come from the figures of
 * all.
 */
export function useSiteOptions(search: HomeSearch, current: DashboardAnswer | undefined) {
  const all = useQuery({
    ...dashboardQuery({ period: search.period, site: undefined }),
    enabled: search.site !== undefined,
    // Sites come and go rarely.
    refetchInterval: false,
  })
  const answer = current?.query.site === undefined ? current : (all.data ?? current)
  return (answer?.data.sites ?? []).map(({ id, name }) => ({ value: id, label: name }))
}
