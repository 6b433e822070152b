import { queryClient } from '@gatehouse/api-client/query-client'
import { listClientOptionsEndpoint } from '@gatehouse/validation/endpoints/client'
import { chosenClient } from '../../lib/chosen-client.ts'
import { chosenClientQuery } from '../../lib/chosen-client-query.ts'
import { sessionQuery } from './session.ts'

let latest: string | undefined

/** Changes the client that a site_admin works in, and refetches everything of the earlier one. */
export async function chooseClient(id: string | undefined): Promise<void> {
  latest = id
  const client = id === undefined ? undefined : { id, look: await findLook(id) }
  // Another one was chosen since.
  if (latest !== id) return
  chosenClient.set(client)
  const ofNoClient = new Set<unknown>([sessionQuery.queryKey[0], listClientOptionsEndpoint.path])
  await queryClient.resetQueries({ predicate: ({ queryKey }) => !ofNoClient.has(queryKey[0]) })
}

/** Without a response the choice still takes effect. */
async function findLook(id: string) {
  const found = await queryClient.fetchQuery(chosenClientQuery(id)).catch(() => undefined)
  return found?.items.find((client) => client.id === id)?.look
}
