import { queryClient } from '@gatehouse/api-client/query-client'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import {
  listAlertsEndpoint,
  listRecipientEventsEndpoint,
  listRecipientsEndpoint,
} from '@gatehouse/validation/endpoints/notification-recipients'
import { queryOptions } from '@tanstack/react-query'

/** The events with their names, and the channels of this installation. */
export const recipientEventsQuery = endpointQuery(listRecipientEventsEndpoint, {})

/** Pending deliveries may complete at any moment. */
const REFETCH_MS = 2000

/** The latest emails and text messages to a recipient. */
export const alertsQuery = (id: string) =>
  queryOptions({
    ...endpointQuery(listAlertsEndpoint, { params: { id }, query: {} }),
    refetchInterval: ({ state: { data } }) =>
      data?.items.some(({ state }) => state === 'waiting') ? REFETCH_MS : false,
  })

/** Refetches the recipients after a change, and the events without recipients. */
export const renewRecipients = () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: [listRecipientsEndpoint.path] }),
    queryClient.invalidateQueries(recipientEventsQuery),
  ])
