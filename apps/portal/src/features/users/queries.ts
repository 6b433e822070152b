import { queryClient } from '@gatehouse/api-client/query-client'
import {
  changeUsersEndpoint,
  getUserEndpoint,
  type ListedUser,
  listUsersEndpoint,
  updateUserEndpoint,
  type User,
} from '@gatehouse/validation/endpoints/users'
import type { EndpointRequest } from '@gatehouse/validation/endpoint'
import type { BulkResult } from '@gatehouse/validation/list-endpoint'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import type { BulkRequest } from '../../lib/list/list-declaration.ts'

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

export async function changeUsers({ fields, ...rows }: BulkRequest): Promise<BulkResult> {
  // The list knows no other actions and fields than those of the endpoint.
  const body = { ...rows, ...fields } as EndpointRequest<typeof changeUsersEndpoint>['body']
  return api.call(changeUsersEndpoint, { body })
}

/** What each of all that match had before is not known afterwards, nor are the sites of people whose sites the list does not all show. */
export function canUndoTypeChange(request: BulkRequest, changed: readonly ListedUser[]): boolean {
  return (
    'ids' in request &&
    request.action === 'set_account_type' &&
    changed.every(({ access, access_total: total }) => access.length === total)
  )
}

export async function undoTypeChange(_: BulkRequest, changed: readonly ListedUser[]): Promise<void> {
  for (const { id, admin, access } of changed) {
    const entries = access.map(({ site_id, user_type }) => ({ site_id, user_type }))
    await api.call(updateUserEndpoint, { params: { id }, headers: {}, body: { admin, access: entries } })
  }
}
