import { queryClient } from '@gatehouse/api-client/query-client'
import { listBansEndpoint } from '@gatehouse/validation/endpoints/bans'

/** Reads the bans again after a change. */
export const renewBans = () => queryClient.invalidateQueries({ queryKey: [listBansEndpoint.path] })
