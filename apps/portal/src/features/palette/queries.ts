import { searchEverythingEndpoint } from '@gatehouse/validation/endpoints/search'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** What the server finds for a text. The last results stay until the next ones come. */
export const searchQuery = (search: string) =>
  queryOptions({
    queryKey: ['search', search],
    queryFn: ({ signal }) => api.call(searchEverythingEndpoint, { query: { search } }, { signal }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  })
