import {
  getRetentionEndpoint,
  listRetentionRunsEndpoint,
  previewRetentionEndpoint,
  type Retention,
} from '@gatehouse/validation/endpoints/retention'
import type { RetentionClass } from '@gatehouse/validation/vocabulary'
import { queryClient } from '@gatehouse/api-client/query-client'
import { endpointQuery } from '../../lib/endpoint-query.ts'

// A site gives its client. Without one it is the user's own or the chosen client.
type SiteId = string | undefined

export type RetentionDays = Record<`${RetentionClass}_days`, number | null>

/** A value for each class of data. */
export const ofEach = <Value>(valueOf: (name: keyof RetentionDays) => Value) => ({
  contact_days: valueOf('contact_days'),
  answer_days: valueOf('answer_days'),
  temperature_days: valueOf('temperature_days'),
  photo_days: valueOf('photo_days'),
})

export const retentionQuery = (site: SiteId) => endpointQuery(getRetentionEndpoint, { query: { site } })

export const runsQuery = (site: SiteId) => endpointQuery(listRetentionRunsEndpoint, { query: { site } })

/** What a run would erase now with these days. */
export const previewQuery = (site: SiteId, days: RetentionDays) =>
  endpointQuery(previewRetentionEndpoint, {
    query: { site, ...ofEach((name) => String(days[name] ?? 'never')) },
  })

/** After a change of the days. */
export const renewRetention = () =>
  Promise.all(
    [getRetentionEndpoint, listRetentionRunsEndpoint, previewRetentionEndpoint].map(({ path }) =>
      queryClient.invalidateQueries({ queryKey: [path] }),
    ),
  )

export const daysOf = (retention: Retention): RetentionDays => ofEach((name) => retention[name])
