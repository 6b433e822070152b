import { queryClient } from '@gatehouse/api-client/query-client'
import { callBulk } from '../../lib/list/bulk-actions.ts'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import {
  changeUsersEndpoint,
  getUserEndpoint,
  listUsersEndpoint,
  undoAccountTypesEndpoint,
  type User,
} from '@gatehouse/validation/endpoints/users'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import type { BulkAnswer, BulkRequest } from '../../lib/list/list-declaration.ts'

export const userQuery = (id: string) =>
  queryOptions({
    ...endpointQuery(getUserEndpoint, { params: { id } }),
    // A form starts with the stored values.
    gcTime: 0,
  })

/** Updates every list of users after a change. */
export async function renewUsers(changed?: User): Promise<void> {
  if (changed) queryClient.setQueryData(userQuery(changed.id).queryKey, changed)
  await queryClient.invalidateQueries({ queryKey: [listUsersEndpoint.path] })
}

export async function changeUsers(request: BulkRequest): Promise<BulkAnswer> {
  const result = await callBulk(changeUsersEndpoint, request)
  const replaced = Object.entries(result.undo ?? {}).flatMap(([id, { admin, access, ...left }]) =>
    admin !== undefined && access ? [{ id, admin, access, ...left }] : [],
  )
  if (replaced.length === 0) return result
  return {
    ...result,
    takeBack: async () => api.call(undoAccountTypesEndpoint, { body: { users: replaced } }),
  }
}
