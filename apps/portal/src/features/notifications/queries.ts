import { listNotificationsEndpoint } from '@gatehouse/validation/endpoints/notifications'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import { queryOptions } from '@tanstack/react-query'

const REFETCH_MS = 30_000

/** The notifications of the bell: fetched again every 30 s, and when the live socket tells of one. */
export const notificationsQuery = queryOptions({
  ...endpointQuery(listNotificationsEndpoint, {}),
  refetchInterval: REFETCH_MS,
})
