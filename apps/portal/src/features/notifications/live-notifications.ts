import { createLive } from '@gatehouse/api-client/live'
import { queryClient } from '@gatehouse/api-client/query-client'
import { tokens } from '../../lib/api.ts'
import { notificationsQuery } from './queries.ts'

/** Fetches the notifications when the live socket tells of one, for as long as somebody is logged in. Fetched after the page, with the socket's library. */
createLive(tokens).watchNotifications(() => queryClient.invalidateQueries(notificationsQuery))
