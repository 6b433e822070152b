import { listNotificationsEndpoint } from '@gatehouse/validation/endpoints/notifications'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import { queryOptions } from '@tanstack/react-query'

const REFETCH_MS = 30_000

/** The user's notifications: polled every 30 s, and fetched when the live socket announces one. */
export const notificationsQuery = queryOptions({
  ...endpointQuery(listNotificationsEndpoint, {}),
  refetchInterval: REFETCH_MS,
})
