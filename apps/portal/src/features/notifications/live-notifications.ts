import { queryClient } from '@gatehouse/api-client/query-client'
import { live } from '../../lib/live.ts'
import { runningMustersQuery } from '../../lib/running-musters.ts'
import { notificationsQuery } from './queries.ts'

/**
 * Fetches the notifications when the live socket tells of one, for as long as somebody is logged in, and the running musters: it may tell of
 * the start or end of one. Fetched after the page, with the socket's library.
 */
live.watchNotifications(() =>
  Promise.all([
    queryClient.invalidateQueries(notificationsQuery),
    queryClient.invalidateQueries(runningMustersQuery),
  ]),
)
