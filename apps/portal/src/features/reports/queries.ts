import { queryClient } from '@gatehouse/api-client/query-client'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import type { EndpointDeclaration, EndpointRequest } from '@gatehouse/validation/endpoint'
import { getReportViewEndpoint, listReportViewsEndpoint } from '@gatehouse/validation/endpoints/report-views'
import {
  getContactsReportEndpoint,
  getHeadcountReportEndpoint,
  getHoursReportEndpoint,
  getRollReportEndpoint,
} from '@gatehouse/validation/endpoints/reports'
import { queryOptions } from '@tanstack/react-query'
import type { Parameters } from './report-search.ts'

/** Each reading of a report is recorded, so it is fetched again only on request. */
const onDemand = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const

/** The server checks the values of the URL, and names those it does not know. */
const reportQuery =
  <E extends EndpointDeclaration>(endpoint: E) =>
  (asked: Parameters) =>
    queryOptions({
      ...onDemand,
      ...endpointQuery(endpoint, { query: asked } as unknown as EndpointRequest<E>),
    })

export const contactsQuery = reportQuery(getContactsReportEndpoint)
export const headcountQuery = reportQuery(getHeadcountReportEndpoint)
export const hoursQuery = reportQuery(getHoursReportEndpoint)
export const rollQuery = reportQuery(getRollReportEndpoint)

export const reportViewQuery = (id: string) => endpointQuery(getReportViewEndpoint, { params: { id } })

/** Refetches the saved reports after a change. */
export const renewViews = () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: [listReportViewsEndpoint.path] }),
    queryClient.invalidateQueries({ queryKey: [getReportViewEndpoint.path] }),
  ])
