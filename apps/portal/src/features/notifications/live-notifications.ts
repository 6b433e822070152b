import { queryClient } from '@gatehouse/api-client/query-client'
import { live } from '../../lib/live.ts'
import { runningMustersQuery } from '../../lib/running-musters.ts'
import { notificationsQuery } from './queries.ts'

/**
 * Fetches the notifications when the live socket announces one, and the running musters, because it
 * may be about the start or end of one. Loaded after the page, with the socket's library.
 */
live.watch('notifications', () =>
  Promise.all([
    queryClient.invalidateQueries(notificationsQuery),
    queryClient.invalidateQueries(runningMustersQuery),
  ]),
)
