import { getDashboardEndpoint } from '@gatehouse/validation/endpoints/dashboard'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { DEFAULT_PERIOD, type HomeSearch } from './search.ts'

const EVERY = 30_000

/** The figures of a period, asked anew every 30 s; while another period loads, those of the last one stay. */
export function dashboardQuery({ period = DEFAULT_PERIOD, site }: HomeSearch) {
  return queryOptions({
    queryKey: ['dashboard', { period, site }],
    queryFn: ({ signal }) => api.call(getDashboardEndpoint, { query: { period, site } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: EVERY,
  })
}
