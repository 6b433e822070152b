import type { Dashboard } from '@gatehouse/validation/endpoints/dashboard'
import { useQuery } from '@tanstack/react-query'
import { dashboardQuery } from './queries.ts'
import type { HomeSearch } from './search.ts'

/**
 * Every site one may choose. The figures of one site list that site only, so that the others come from the figures of
 * all.
 */
export function useSiteOptions(search: HomeSearch, current: Dashboard | undefined) {
  const all = useQuery({
    ...dashboardQuery({ period: search.period, site: undefined }),
    enabled: search.site !== undefined,
    // Sites come and go rarely.
    refetchInterval: false,
  })
  const sites = search.site === undefined ? current?.sites : (all.data?.sites ?? current?.sites)
  return (sites ?? []).map(({ id, name }) => ({ value: id, label: name }))
}
