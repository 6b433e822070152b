import { listPresentEndpoint } from '@gatehouse/validation/endpoints/presence'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { queryOfSearch, type PresenceSearch } from './search.ts'

const EVERY = 10_000

/** A page of who is on site, asked anew every 10 s; while another filter loads, the rows of the last one stay. */
export function presenceQuery(search: PresenceSearch) {
  const query = queryOfSearch(search)
  return queryOptions({
    queryKey: ['presence', query],
    queryFn: ({ signal }) => api.call(listPresentEndpoint, { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: EVERY,
  })
}
