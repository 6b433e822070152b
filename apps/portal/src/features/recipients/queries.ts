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

/** What waits may be delivered at any moment. */
const REFETCH_MS = 2000

/** The latest mails and text messages to a recipient. */
export const alertsQuery = (id: string) =>
  queryOptions({
    ...endpointQuery(listAlertsEndpoint, { params: { id }, query: {} }),
    refetchInterval: ({ state: { data } }) =>
      data?.items.some(({ state }) => state === 'waiting') ? REFETCH_MS : false,
  })

/** Reads the recipients again after a change, and what they leave without anybody. */
export const renewRecipients = () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: [listRecipientsEndpoint.path] }),
    queryClient.invalidateQueries(recipientEventsQuery),
  ])
