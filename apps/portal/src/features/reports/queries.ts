import { queryClient } from '@gatehouse/api-client/query-client'
import type { EndpointRequest } from '@gatehouse/validation/endpoint'
import { getReportViewEndpoint, listReportViewsEndpoint } from '@gatehouse/validation/endpoints/report-views'
import {
  getContactsReportEndpoint,
  getHeadcountReportEndpoint,
  getHoursReportEndpoint,
  getRollReportEndpoint,
} from '@gatehouse/validation/endpoints/reports'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import type { Parameters } from './report-search.ts'

/** Each reading of a report is recorded, so it is read again only where somebody asks for it. */
const onDemand = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const

// The server checks what the address says, and names what it does not know.

export const contactsQuery = (asked: Parameters) =>
  queryOptions({
    ...onDemand,
    queryKey: [getContactsReportEndpoint.path, asked],
    queryFn: ({ signal }) => {
      const query = asked as EndpointRequest<typeof getContactsReportEndpoint>['query']
      return api.call(getContactsReportEndpoint, { query }, { signal })
    },
  })

export const headcountQuery = (asked: Parameters) =>
  queryOptions({
    ...onDemand,
    queryKey: [getHeadcountReportEndpoint.path, asked],
    queryFn: ({ signal }) => api.call(getHeadcountReportEndpoint, { query: asked }, { signal }),
  })

export const hoursQuery = (asked: Parameters) =>
  queryOptions({
    ...onDemand,
    queryKey: [getHoursReportEndpoint.path, asked],
    queryFn: ({ signal }) => {
      const query = asked as EndpointRequest<typeof getHoursReportEndpoint>['query']
      return api.call(getHoursReportEndpoint, { query }, { signal })
    },
  })

export const rollQuery = (asked: Parameters) =>
  queryOptions({
    ...onDemand,
    queryKey: [getRollReportEndpoint.path, asked],
    queryFn: ({ signal }) => {
      const query = asked as EndpointRequest<typeof getRollReportEndpoint>['query']
      return api.call(getRollReportEndpoint, { query }, { signal })
    },
  })

export const reportViewQuery = (id: string) =>
  queryOptions({
    queryKey: [getReportViewEndpoint.path, id],
    queryFn: ({ signal }) => api.call(getReportViewEndpoint, { params: { id } }, { signal }),
  })

/** Reads the saved reports again after a change. */
export const renewViews = () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: [listReportViewsEndpoint.path] }),
    queryClient.invalidateQueries({ queryKey: [getReportViewEndpoint.path] }),
  ])
