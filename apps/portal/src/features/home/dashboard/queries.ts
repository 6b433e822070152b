import { queryClient } from '@gatehouse/api-client/query-client'
import { type QueryResponse, responseTo } from '@gatehouse/api-client/query-response'
import { type Dashboard, getDashboardEndpoint } from '@gatehouse/validation/endpoints/dashboard'
import type { DashboardPeriod } from '@gatehouse/validation/vocabulary'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { DEFAULT_PERIOD, type HomeSearch } from './search.ts'

const REFETCH_MS = 30_000

/** The figures, with their period and site. */
export type DashboardResponse = QueryResponse<
  { period: DashboardPeriod; site: string | undefined },
  Dashboard
>

/**
 * The figures of a period, polled every 30 s. While another period loads, the last figures stay.
 */
export function dashboardQuery({ period = DEFAULT_PERIOD, site }: HomeSearch) {
  const query = { period, site }
  return queryOptions({
    queryKey: ['dashboard', query],
    queryFn: ({ signal }): Promise<DashboardResponse> =>
      responseTo(query, api.call(getDashboardEndpoint, { query }, { signal })),
    placeholderData: keepPreviousData,
    refetchInterval: REFETCH_MS,
  })
}

export const renewDashboard = () => queryClient.invalidateQueries({ queryKey: ['dashboard'] })

type LogSearch = Partial<
  Record<
    'from' | 'to' | 'site' | 'method' | 'kind' | 'role' | 'event' | 'result' | 'stay' | 'weekday' | 'hour',
    string | undefined
  >
>

/** The search of the log for the period and site of some figures: it lists what they count. */
export function logSearch({ query, data }: DashboardResponse, filters: LogSearch): LogSearch {
  return { from: data.from, site: query.site, ...filters }
}

/** The same for check-ins alone. */
export function checkInsSearch(response: DashboardResponse, filters: LogSearch = {}): LogSearch {
  return logSearch(response, { event: 'in', ...filters })
}
