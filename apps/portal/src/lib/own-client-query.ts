import { getOwnClientEndpoint } from '@gatehouse/validation/endpoints/client'
import { endpointQuery } from './endpoint-query.ts'

/** The organisation that an admin works in. */
export const ownClientQuery = endpointQuery(getOwnClientEndpoint, {})
