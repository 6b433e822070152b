import { queryClient } from '@gatehouse/api-client/query-client'
import { listBansEndpoint } from '@gatehouse/validation/endpoints/bans'

/** Refetches the bans after a change. */
export const renewBans = () => queryClient.invalidateQueries({ queryKey: [listBansEndpoint.path] })
