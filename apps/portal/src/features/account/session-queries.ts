import { queryClient } from '@gatehouse/api-client/query-client'
import {
  forgetDeviceEndpoint,
  listOwnSessionsEndpoint,
  listRememberedDevicesEndpoint,
  logOutEverywhereEndpoint,
  revokeOwnSessionEndpoint,
} from '@gatehouse/validation/endpoints/own-sessions'
import { limits } from '@gatehouse/validation/limits'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

const KEY = 'own-sessions'
/** One page is enough for almost everybody. The list says how many rows it leaves out. */
const query = { per_page: String(limits.list.maxPerPage) }

export const ownSessionsQuery = queryOptions({
  queryKey: [KEY, 'sessions'],
  queryFn: ({ signal }) => api.call(listOwnSessionsEndpoint, { query }, { signal }),
})

export const rememberedDevicesQuery = queryOptions({
  queryKey: [KEY, 'devices'],
  queryFn: ({ signal }) => api.call(listRememberedDevicesEndpoint, { query }, { signal }),
})

export async function revokeSession(id: string): Promise<void> {
  await api.call(revokeOwnSessionEndpoint, { params: { id } })
  await queryClient.invalidateQueries({ queryKey: [KEY] })
}

export async function forgetDevice(id: string): Promise<void> {
  await api.call(forgetDeviceEndpoint, { params: { id } })
  await queryClient.invalidateQueries({ queryKey: [KEY] })
}

export const logOutEverywhere = () => api.call(logOutEverywhereEndpoint, {})
