import { queryClient } from '@gatehouse/api-client/query-client'
import {
  changeUsersEndpoint,
  getUserEndpoint,
  listUsersEndpoint,
  undoAccountTypesEndpoint,
  type User,
} from '@gatehouse/validation/endpoints/users'
import type { EndpointRequest } from '@gatehouse/validation/endpoint'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import type { BulkAnswer, BulkRequest } from '../../lib/list/list-declaration.ts'

export const userQuery = (id: string) =>
  queryOptions({
    queryKey: ['user', id],
    queryFn: ({ signal }) => api.call(getUserEndpoint, { params: { id } }, { signal }),
    // A form begins with what is stored now.
    gcTime: 0,
  })

/** Every list of users shows what has changed. */
export async function renewUsers(changed?: User): Promise<void> {
  if (changed) queryClient.setQueryData(userQuery(changed.id).queryKey, changed)
  await queryClient.invalidateQueries({ queryKey: [listUsersEndpoint.path] })
}

export async function changeUsers({ fields, ...rows }: BulkRequest): Promise<BulkAnswer> {
  // The list knows no other actions and fields than those of the endpoint.
  const body = { ...rows, ...fields } as EndpointRequest<typeof changeUsersEndpoint>['body']
  const result = await api.call(changeUsersEndpoint, { body })
  const replaced = Object.entries(result.undo ?? {}).flatMap(([id, { admin, access, ...left }]) =>
    admin !== undefined && access ? [{ id, admin, access, ...left }] : [],
  )
  if (replaced.length === 0) return result
  return {
    ...result,
    takeBack: async () => api.call(undoAccountTypesEndpoint, { body: { users: replaced } }),
  }
}
