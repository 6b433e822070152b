import { queryClient } from '@gatehouse/api-client/query-client'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import type { EndpointOutput, EndpointRequest } from '@gatehouse/validation/endpoint'
import {
  getLogRecordEndpoint,
  listAccessLogEndpoint,
  type LogRecord,
} from '@gatehouse/validation/endpoints/access-log'
import { getBanEndpoint, listBansEndpoint } from '@gatehouse/validation/endpoints/bans'
import { limits } from '@gatehouse/validation/limits'
import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { filtersOf, type LogSearch } from './log-search.ts'

export type LogPage = EndpointOutput<typeof listAccessLogEndpoint>
type Query = NonNullable<EndpointRequest<typeof listAccessLogEndpoint>['query']>

const NEW_MS = 10_000

/** The page of the log for a URL. While another one loads, the entries of the last one stay. */
export function logQuery(search: LogSearch) {
  const query = toQuery({ ...filtersOf(search), ...(search.cursor && { cursor: search.cursor }) })
  return queryOptions({
    ...endpointQuery(listAccessLogEndpoint, { query }),
    placeholderData: keepPreviousData,
  })
}

/** The entries since a page was read, which are shown on request. */
export function newEntriesQuery(search: LogSearch, page: LogPage | undefined) {
  const cursor = page?.previous
  const query = toQuery({
    ...filtersOf(search),
    ...(cursor && { cursor }),
    per_page: String(limits.list.maxPerPage),
  })
  return queryOptions({
    queryKey: [listAccessLogEndpoint.path, 'new', query],
    queryFn: ({ signal }) => api.call(listAccessLogEndpoint, { query }, { signal }),
    select: ({ items, has_newer }) => ({ count: items.length, hasMore: has_newer }),
    enabled: page !== undefined,
    refetchInterval: NEW_MS,
    gcTime: 0,
  })
}

const LATEST = 5

/** The latest entries since a moment, polled. `renewNewEntries` refetches them too. */
export function latestEntriesQuery(search: { from: string; site: string | undefined }) {
  const query = toQuery({ ...search, per_page: String(LATEST) })
  return queryOptions({
    queryKey: [listAccessLogEndpoint.path, 'new', query],
    queryFn: ({ signal }) => api.call(listAccessLogEndpoint, { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: NEW_MS,
  })
}

/** The server checks the values of the URL, and names those it does not know. */
const toQuery = (query: Partial<Record<keyof Query, string | undefined>>) => query as Query

export const recordQuery = (id: string) =>
  queryOptions({
    ...endpointQuery(getLogRecordEndpoint, { params: { id } }),
    // A form starts with the stored values.
    gcTime: 0,
  })

/** The ban of a refused attempt, for users who may read it. */
export const banQuery = (id: string | null) =>
  queryOptions({
    queryKey: [listBansEndpoint.path, 'one', id],
    queryFn:
      id === null ? skipToken : ({ signal }) => api.call(getBanEndpoint, { params: { id } }, { signal }),
    retry: false,
  })

/** Updates the page of the log and the record after a change. */
export async function renewLog(changed?: LogRecord): Promise<void> {
  if (changed) queryClient.setQueryData(recordQuery(changed.id).queryKey, changed)
  await queryClient.invalidateQueries({ queryKey: [listAccessLogEndpoint.path] })
}

/** Fetches new entries. */
export const renewNewEntries = () =>
  queryClient.invalidateQueries({ queryKey: [listAccessLogEndpoint.path, 'new'] })
