import { queryClient } from '@gatehouse/api-client/query-client'
import {
  forgetDeviceEndpoint,
  listOwnSessionsEndpoint,
  listRememberedDevicesEndpoint,
  logOutEverywhereEndpoint,
  revokeOwnSessionEndpoint,
} from '@gatehouse/validation/endpoints/own-sessions'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

const KEY = 'own-sessions'

const pages = {
  initialPageParam: 1,
  getNextPageParam: ({ total }: Page, all: readonly Page[]) =>
    all.flatMap(({ items }) => items).length < total ? all.length + 1 : undefined,
}

interface Page {
  items: readonly object[]
  total: number
}

export const ownSessionsQuery = infiniteQueryOptions({
  ...pages,
  queryKey: [KEY, 'sessions'],
  queryFn: ({ pageParam, signal }) =>
    api.call(listOwnSessionsEndpoint, { query: { page: String(pageParam) } }, { signal }),
})

export const rememberedDevicesQuery = infiniteQueryOptions({
  ...pages,
  queryKey: [KEY, 'devices'],
  queryFn: ({ pageParam, signal }) =>
    api.call(listRememberedDevicesEndpoint, { query: { page: String(pageParam) } }, { signal }),
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
