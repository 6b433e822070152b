import { ApiError } from '@gatehouse/api-client/api-error'
import { queryClient } from '@gatehouse/api-client/query-client'
import {
  changeUsersEndpoint,
  getUserEndpoint,
  listUsersEndpoint,
  updateUserEndpoint,
  User,
  type UserChanges,
} from '@gatehouse/validation/endpoints/users'
import type { EndpointRequest } from '@gatehouse/validation/endpoint'
import type { BulkResult } from '@gatehouse/validation/list-endpoint'
import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
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
  const replaced = Object.entries(result.undo ?? {}).flatMap(([id, { last_modified: left, ...rights }]) =>
    rights.access ? [{ id, left, rights }] : [],
  )
  if (rows.action !== 'set_account_type' || replaced.length === 0) return result
  return {
    ...result,
    async takeBack() {
      const stayed: BulkResult['blocked'] = []
      for (const change of replaced) stayed.push(...(await giveBack(change)))
      return stayed
    },
  }
}

interface ReplacedRights {
  id: string
  /** The version that the change of the type has left. Rights that somebody else has changed since stay. */
  left: string
  rights: Pick<UserChanges, 'admin' | 'access'>
}

/** @returns why somebody keeps the type; nothing where the earlier rights are back */
async function giveBack({ id, left, rights }: ReplacedRights): Promise<BulkResult['blocked']> {
  try {
    await api.call(updateUserEndpoint, { params: { id }, headers: { 'if-match': `"${left}"` }, body: rights })
    return []
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // An undo that went through before, whose answer was lost.
    if (error.code === 'changed_meanwhile' && hasRights(error.current, rights)) return []
    return [{ id, code: error.code, message: error.message }]
  }
}

/** Whether somebody has exactly these rights already. */
function hasRights(current: unknown, { admin, access = [] }: ReplacedRights['rights']): boolean {
  const known = v.safeParse(User, current)
  if (!known.success) return false
  const text = (entries: readonly Pick<User['access'][number], 'site_id' | 'user_type'>[]) =>
    entries
      .map(({ site_id, user_type }) => `${site_id} ${user_type}`)
      .sort()
      .join()
  return known.output.admin === admin && text(known.output.access) === text(access)
}
