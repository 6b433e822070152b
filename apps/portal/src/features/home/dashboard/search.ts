import { dashboardPeriods, type DashboardPeriod } from '@gatehouse/validation/vocabulary'
import { Uuid } from '@gatehouse/validation/fields'
import * as v from 'valibot'

export const DEFAULT_PERIOD: DashboardPeriod = 'day'

/** The search of Home in the URL. The defaults are the last 24 hours and all sites. */
export const HomeSearch = v.object({
  period: v.fallback(v.optional(v.picklist(dashboardPeriods)), undefined),
  site: v.fallback(v.optional(Uuid), undefined),
})
export type HomeSearch = v.InferOutput<typeof HomeSearch>

/** The search after a choice, without defaults. */
export function withPeriod(search: HomeSearch, period: DashboardPeriod): HomeSearch {
  return { ...search, period: period === DEFAULT_PERIOD ? undefined : period }
}
