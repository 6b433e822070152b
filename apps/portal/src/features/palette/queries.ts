import { searchEverythingEndpoint } from '@gatehouse/validation/endpoints/search'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

/** What the server finds for a text. The last results stay until the next ones come. */
export const searchQuery = (search: string) =>
  queryOptions({
    ...endpointQuery(searchEverythingEndpoint, { query: { search } }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  })
