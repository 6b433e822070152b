import type { DashboardResponse } from './queries.ts'

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
