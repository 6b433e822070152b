import { getOwnClientEndpoint } from '@gatehouse/validation/endpoints/client'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'

/** The organisation that an admin works in. */
export const ownClientQuery = queryOptions({
  queryKey: ['own-client'],
  queryFn: ({ signal }) => api.call(getOwnClientEndpoint, {}, { signal }),
})
