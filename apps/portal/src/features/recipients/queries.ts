import { queryClient } from '@gatehouse/api-client/query-client'
import {
  listAlertsEndpoint,
  listRecipientEventsEndpoint,
  listRecipientsEndpoint,
} from '@gatehouse/validation/endpoints/notification-recipients'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** The events with their names, and the channels of this installation. */
export const recipientEventsQuery = queryOptions({
  queryKey: [listRecipientEventsEndpoint.path],
  queryFn: ({ signal }) => api.call(listRecipientEventsEndpoint, {}, { signal }),
})

/** What waits may be delivered at any moment. */
const REFETCH_MS = 2000

/** The latest mails and text messages to a recipient. */
export const alertsQuery = (id: string) =>
  queryOptions({
    queryKey: [listAlertsEndpoint.path, id],
    queryFn: ({ signal }) => api.call(listAlertsEndpoint, { params: { id }, query: {} }, { signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.items.some(({ state }) => state === 'waiting') ? REFETCH_MS : false,
  })

/** Reads the recipients again after a change, and what they leave without anybody. */
export const renewRecipients = () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: [listRecipientsEndpoint.path] }),
    queryClient.invalidateQueries(recipientEventsQuery),
  ])
