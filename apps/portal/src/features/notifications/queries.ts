import { listNotificationsEndpoint } from '@gatehouse/validation/endpoints/notifications'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

const REFETCH_MS = 30_000

/** The notifications of the bell: fetched again every 30 s, and when the live socket tells of one. */
export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: ({ signal }) => api.call(listNotificationsEndpoint, {}, { signal }),
  refetchInterval: REFETCH_MS,
})
