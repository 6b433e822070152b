import { type QueryResponse, responseTo } from '@gatehouse/api-client/query-response'
import { queryClient } from '@gatehouse/api-client/query-client'
import type { EndpointRequest } from '@gatehouse/validation/endpoint'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'
import {
  type ListAddress,
  queryOfSearch,
  readListSearch,
  type ListData,
  type ListEndpoint,
} from './list-search.ts'

/** A page of a list, with its search. */
export type ListResponse<E extends ListEndpoint> = QueryResponse<ListAddress, ListData<E>>

type QueryText = Record<string, string | undefined>

export interface ListQueryOptions<E extends ListEndpoint> {
  /** The polling interval; without it, the list is not polled. */
  refetchMs?: number | undefined
  /** Replaces the call to the API, for rows in the page itself. */
  load?: ((query: QueryText, signal?: AbortSignal) => Promise<ListData<E>>) | undefined
}

/** A page of a list. While another one loads, the rows of the last one stay. */
export function listQuery<E extends ListEndpoint>(
  endpoint: E,
  search: ListAddress,
  { refetchMs, load = (query, signal) => callList(endpoint, query, signal) }: ListQueryOptions<E> = {},
) {
  const query = queryOfSearch(endpoint, search)
  return queryOptions({
    queryKey: [endpoint.path, query],
    queryFn: ({ signal }): Promise<ListResponse<E>> => responseTo(search, load(query, signal)),
    placeholderData: keepPreviousData,
    refetchInterval: refetchMs ?? false,
  })
}

/** The rows for a URL, refetched as the list declares. */
export function useListQuery<E extends ListEndpoint>(
  list: ListQueryOptions<E> & { endpoint: E },
  search: ListAddress,
) {
  const { endpoint, refetchMs, load } = list
  return useQuery(listQuery(endpoint, search, { refetchMs, load }))
}

/** Loads the page of a list for a URL, before the list is rendered. */
export function prefetchList(endpoint: ListEndpoint, address: ListAddress): void {
  void queryClient.prefetchQuery(listQuery(endpoint, readListSearch(endpoint, address)))
}

/** Calls the endpoint of a list with its query. */
export function callList<E extends ListEndpoint>(endpoint: E, query: QueryText, signal?: AbortSignal) {
  // Every endpoint of `listEndpoint` has this query and this response. TypeScript can't infer that
  // for a generic endpoint.
  return api.call(endpoint, { query } as unknown as EndpointRequest<E>, { signal }) as Promise<ListData<E>>
}
