import { getOwnClientEndpoint } from '@gatehouse/validation/endpoints/client'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'

/** The organisation of an admin. */
export const ownClientQuery = queryOptions({
  queryKey: ['own-client'],
  queryFn: ({ signal }) => api.call(getOwnClientEndpoint, {}, { signal }),
})
