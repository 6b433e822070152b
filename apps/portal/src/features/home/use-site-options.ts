import { useQuery } from '@tanstack/react-query'
import { type DashboardAnswer, dashboardQuery } from './queries.ts'
import type { HomeSearch } from './search.ts'

/**
 * The sites one may choose: those that the figures of all sites list, and the chosen one. The figures of one site list that site only,
 * so that the others come from the figures of all.
 */
export function useSiteOptions(search: HomeSearch, current: DashboardAnswer | undefined) {
  const all = useQuery({
    ...dashboardQuery({ period: search.period, site: undefined }),
    enabled: search.site !== undefined,
    // Sites come and go rarely.
    refetchInterval: false,
  })
  const answer = current?.query.site === undefined ? current : (all.data ?? current)
  const listed = answer?.data.sites ?? []
  const isListed = (id: string) => listed.some((site) => site.id === id)
  const chosen = current?.data.sites.filter(({ id }) => id === search.site && !isListed(id)) ?? []
  return [...listed, ...chosen].map(({ id, name }) => ({ value: id, label: name }))
}
