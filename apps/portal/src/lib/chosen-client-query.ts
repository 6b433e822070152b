import { listClientOptionsEndpoint } from '@gatehouse/validation/endpoints/client'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'

/** The client that a site_admin works in, and the first of the others. */
export function chosenClientQuery(chosen: string | undefined) {
  return queryOptions({
    queryKey: [listClientOptionsEndpoint.path, 'chosen', chosen],
    queryFn: ({ signal }) => api.call(listClientOptionsEndpoint, { query: { chosen } }, { signal }),
  })
}
