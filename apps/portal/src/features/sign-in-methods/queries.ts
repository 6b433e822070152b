import { queryClient } from '@gatehouse/api-client/query-client'
import { callBulk, versionsOf } from '../../lib/list/bulk-actions.ts'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import { useLive } from '@gatehouse/api-client/use-live'
import {
  changeSignInMethodsEndpoint,
  getSignInMethodEndpoint,
  listSignInMethodsEndpoint,
  renewMethodKeyEndpoint,
  type SignInMethod,
} from '@gatehouse/validation/endpoints/sign-in-methods'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { blockedError } from '../../lib/errors.ts'
import type { BulkAnswer, BulkRequest } from '../../lib/list/list-declaration.ts'
import { loadLive } from '../../lib/load-live.ts'

export const methodQuery = (id: string) =>
  queryOptions({
    ...endpointQuery(getSignInMethodEndpoint, { params: { id } }),
    // A form starts with the stored values.
    gcTime: 0,
  })

/** Updates every list of methods, and the method itself, after a change. */
export async function renewMethods(changed?: SignInMethod): Promise<void> {
  if (changed) queryClient.setQueryData(methodQuery(changed.id).queryKey, changed)
  await queryClient.invalidateQueries({ queryKey: [listSignInMethodsEndpoint.path] })
}

/** Shows devices as they connect, disconnect and report. */
export function useLiveDevices(): void {
  useLive(loadLive, 'devices', (live) =>
    live.watch('devices', () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: [listSignInMethodsEndpoint.path] }),
        queryClient.invalidateQueries({ queryKey: [getSignInMethodEndpoint.path] }),
      ]),
    ),
  )
}

/**
 * Gives a method a new key, unless another user changed it since it was shown: then it is only
 * refetched.
 */
export async function renewKey({
  id,
  last_modified: seen,
}: Pick<SignInMethod, 'id' | 'last_modified'>): Promise<SignInMethod> {
  let method: SignInMethod | undefined
  try {
    method = await api.call(renewMethodKeyEndpoint, { params: { id }, headers: { 'if-match': `"${seen}"` } })
    return method
  } finally {
    await renewMethods(method)
  }
}

export async function changeMethods(request: BulkRequest): Promise<BulkAnswer> {
  const result = await callBulk(changeSignInMethodsEndpoint, request)
  const moved = Object.entries(result.undo ?? {}).flatMap(([id, { site_id: siteId }]) =>
    siteId === undefined ? [] : [[id, siteId] as const],
  )
  if (moved.length === 0) return result
  const ids = moved.map(([id]) => id)
  return {
    ...result,
    takeBack: async () =>
      api.call(changeSignInMethodsEndpoint, {
        body: {
          action: 'move',
          site_ids: Object.fromEntries(moved),
          ids,
          ...versionsOf(ids, result.undo),
        },
      }),
  }
}

/**
 * Changes one method.
 * @throws ApiError where it was not changed
 */
export async function changeMethod(id: string, action: 'enable' | 'disable' | 'retire'): Promise<void> {
  const { blocked } = await api.call(changeSignInMethodsEndpoint, { body: { action, ids: [id] } })
  queryClient.removeQueries({ queryKey: methodQuery(id).queryKey })
  await renewMethods()
  if (blocked[0]) throw blockedError(blocked[0])
}
