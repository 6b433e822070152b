import {
  getRetentionEndpoint,
  listRetentionRunsEndpoint,
  previewRetentionEndpoint,
  type Retention,
} from '@gatehouse/validation/endpoints/retention'
import type { RetentionClass } from '@gatehouse/validation/vocabulary'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** The queries about how long data is kept. A site names its client; without one it is the own or the chosen client. */
export const retentionKey = ['retention'] as const

type SiteId = string | undefined

export type RetentionDays = Record<`${RetentionClass}_days`, number | null>

export const retentionQuery = (siteId: SiteId) =>
  queryOptions({
    queryKey: [...retentionKey, siteId, 'days'],
    queryFn: ({ signal }) => api.call(getRetentionEndpoint, { query: { site: siteId } }, { signal }),
  })

export const runsQuery = (siteId: SiteId) =>
  queryOptions({
    queryKey: [...retentionKey, siteId, 'runs'],
    queryFn: ({ signal }) => api.call(listRetentionRunsEndpoint, { query: { site: siteId } }, { signal }),
  })

/** What a run would erase now with these days. */
export const previewQuery = (siteId: SiteId, days: RetentionDays) =>
  queryOptions({
    queryKey: [...retentionKey, siteId, 'preview', days],
    queryFn: ({ signal }) =>
      api.call(previewRetentionEndpoint, { query: { site: siteId, ...inQuery(days) } }, { signal }),
  })

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
