import { queryClient } from '@gatehouse/api-client/query-client'
import { listClientOptionsEndpoint } from '@gatehouse/validation/endpoints/client'
import { chosenClient } from '../../lib/chosen-client.ts'
import { sessionQuery } from './session.ts'

/** Changes the client that a site_admin works in, and fetches everything anew that was fetched for the earlier one. */
export async function chooseClient(id: string | undefined): Promise<void> {
  chosenClient.set(id)
  const ofNoClient = new Set<unknown>([sessionQuery.queryKey[0], listClientOptionsEndpoint.path])
  await queryClient.resetQueries({ predicate: ({ queryKey }) => !ofNoClient.has(queryKey[0]) })
}
