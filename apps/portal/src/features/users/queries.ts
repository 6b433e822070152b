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

const opposite: Record<string, 'archive' | 'restore' | undefined> = { archive: 'restore', restore: 'archive' }

/** A change of all that match has no undo: a question was asked before. Nor has one of people whose sites the list does not all show. */
export function canUndoChange(request: BulkRequest, changed: readonly ListedUser[]): boolean {
  if (!('ids' in request)) return false
  if (opposite[request.action]) return true
  return (
    request.action === 'set_account_type' &&
    changed.every(({ access, access_total: total }) => access.length === total)
  )
}

export async function undoChange(request: BulkRequest, changed: readonly ListedUser[]): Promise<void> {
  const action = opposite[request.action]
  if (action) {
    await api.call(changeUsersEndpoint, { body: { action, ids: changed.map(({ id }) => id) } })
    return
  }
  for (const { id, admin, access } of changed) {
    const entries = access.map(({ site_id, user_type }) => ({ site_id, user_type }))
    await api.call(updateUserEndpoint, { params: { id }, headers: {}, body: { admin, access: entries } })
  }
}
