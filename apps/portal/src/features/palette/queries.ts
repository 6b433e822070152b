import { searchEverythingEndpoint } from '@gatehouse/validation/endpoints/search'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

/** The server's results for a text. The last ones stay until the next ones arrive. */
export const searchQuery = (search: string) =>
  queryOptions({
    ...endpointQuery(searchEverythingEndpoint, { query: { search } }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  })
