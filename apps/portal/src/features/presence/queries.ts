import { type Answer, answerTo } from '@gatehouse/api-client/answer'
import type { EndpointResult } from '@gatehouse/validation/endpoint'
import { listPresentEndpoint } from '@gatehouse/validation/endpoints/presence'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '@gatehouse/api-client/staff-api'
import { queryOfSearch, type PresenceSearch } from './search.ts'

const REFETCH_MS = 10_000

/** A page of the list, with the search that it is of. */
export type PresenceAnswer = Answer<PresenceSearch, EndpointResult<typeof listPresentEndpoint>>

/** A page of who is on site, asked anew every 10 s; while another filter loads, the rows of the last one stay. */
export function presenceQuery(search: PresenceSearch) {
  const query = queryOfSearch(search)
  return queryOptions({
    queryKey: ['presence', query],
    queryFn: ({ signal }): Promise<PresenceAnswer> =>
      answerTo(search, api.call(listPresentEndpoint, { query }, { signal })),
    placeholderData: keepPreviousData,
    refetchInterval: REFETCH_MS,
  })
}
