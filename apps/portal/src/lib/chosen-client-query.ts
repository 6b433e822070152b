import { listClientOptionsEndpoint } from '@gatehouse/validation/endpoints/client'
import { endpointQuery } from './endpoint-query.ts'

/** The client that a site_admin works in, and the first of the others. */
export function chosenClientQuery(chosen: string | undefined) {
  return endpointQuery(listClientOptionsEndpoint, { query: { chosen } })
}
