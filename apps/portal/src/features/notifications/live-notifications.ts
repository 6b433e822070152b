import { queryClient } from '@gatehouse/api-client/query-client'
import { live } from '../../lib/live.ts'
import { notificationsQuery } from './queries.ts'

/** Fetches the notifications when the live socket tells of one, for as long as somebody is logged in. Fetched after the page, with the socket's library. */
live.watchNotifications(() => queryClient.invalidateQueries(notificationsQuery))
