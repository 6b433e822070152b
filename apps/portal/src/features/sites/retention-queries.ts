import {
  getRetentionEndpoint,
  listRetentionRunsEndpoint,
  previewRetentionEndpoint,
  type Retention,
} from '@gatehouse/validation/endpoints/retention'
import type { RetentionClass } from '@gatehouse/validation/vocabulary'
import { queryClient } from '@gatehouse/api-client/query-client'
import { endpointQuery } from '../../lib/endpoint-query.ts'

// A site names its client. Without one it is the own or the chosen client.
type SiteId = string | undefined

export type RetentionDays = Record<`${RetentionClass}_days`, number | null>

export const retentionQuery = (site: SiteId) => endpointQuery(getRetentionEndpoint, { query: { site } })

export const runsQuery = (site: SiteId) => endpointQuery(listRetentionRunsEndpoint, { query: { site } })

/** What a run would erase now with these days. */
export const previewQuery = (site: SiteId, days: RetentionDays) =>
  endpointQuery(previewRetentionEndpoint, { query: { site, ...inQuery(days) } })

/** After a change of the days. */
export const renewRetention = () =>
  Promise.all(
    [getRetentionEndpoint, listRetentionRunsEndpoint, previewRetentionEndpoint].map(({ path }) =>
      queryClient.invalidateQueries({ queryKey: [path] }),
    ),
  )

export const daysOf = (retention: Retention): RetentionDays => ({
  contact_days: retention.contact_days,
  answer_days: retention.answer_days,
  temperature_days: retention.temperature_days,
  photo_days: retention.photo_days,
})

const inQuery = (days: RetentionDays) => ({
  contact_days: String(days.contact_days ?? 'never'),
  answer_days: String(days.answer_days ?? 'never'),
  temperature_days: String(days.temperature_days ?? 'never'),
  photo_days: String(days.photo_days ?? 'never'),
})
