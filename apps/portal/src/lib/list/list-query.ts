import { type Answer, answerTo } from '@gatehouse/api-client/answer'
import type { EndpointRequest } from '@gatehouse/validation/endpoint'
import { limits } from '@gatehouse/validation/limits'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../api.ts'
import {
  queryOfSearch,
  type AnySearch,
  type ListData,
  type ListEndpoint,
  type ListRow,
} from './list-search.ts'

/** A page of a list, with the search that it is of. */
export type ListAnswer<E extends ListEndpoint> = Answer<AnySearch, ListData<E>>

type QueryText = Record<string, string | undefined>

export interface ListQueryOptions<E extends ListEndpoint> {
  /** How often the list is asked for anew; never where it is missing. */
  refetchMs?: number | undefined
  /** In place of the call to the API, for rows that stand in the page itself. */
  load?: ((query: QueryText, signal?: AbortSignal) => Promise<ListData<E>>) | undefined
}

/** A page of a list. While another one loads, the rows of the last one stay. */
export function listQuery<E extends ListEndpoint>(
  endpoint: E,
  search: AnySearch,
  { refetchMs, load = (query, signal) => callList(endpoint, query, signal) }: ListQueryOptions<E> = {},
) {
  const query = queryOfSearch(endpoint, search)
  return queryOptions({
    queryKey: [endpoint.path, query],
    queryFn: ({ signal }): Promise<ListAnswer<E>> => answerTo(search, load(query, signal)),
    placeholderData: keepPreviousData,
    refetchInterval: refetchMs ?? false,
  })
}

/** All rows that match a search, in its order, page by page. */
export async function loadAllRows<E extends ListEndpoint>(
  endpoint: E,
  search: AnySearch,
  load: ListQueryOptions<E>['load'] = (query) => callList(endpoint, query),
): Promise<ListRow<E>[]> {
  const query = { ...queryOfSearch(endpoint, search), per_page: String(limits.list.maxPerPage) }
  const byId = new Map<string, ListRow<E>>()
  for (let page = 1; ; page += 1) {
    // One page after the other: the last one is known by what the one before it says.
    // oxlint-disable-next-line no-await-in-loop
    const { items, total } = await load({ ...query, page: String(page) })
    for (const row of items) byId.set(row.id, row)
    if (items.length === 0 || page * limits.list.maxPerPage >= total) return [...byId.values()]
  }
}

/**
 * The server's time now, in epoch milliseconds, from its last answer: the clock of a phone may be wrong, but it runs. An answer
 * that does not tell its time (`as_of`) leaves the browser's.
 * @param receivedAt when the answer arrived, by the browser's clock
 * @param now by the browser's clock
 */
export function serverNow(answer: object, receivedAt: number, now: number): number {
  if (!('as_of' in answer) || typeof answer.as_of !== 'string') return now
  return Date.parse(answer.as_of) + Math.max(0, now - receivedAt)
}

function callList<E extends ListEndpoint>(endpoint: E, query: QueryText, signal?: AbortSignal) {
  // `listEndpoint` gives every list this query and this answer; the types of a list that is not known yet cannot say so.
  return api.call(endpoint, { query } as unknown as EndpointRequest<E>, { signal }) as Promise<ListData<E>>
}
