import { queryClient } from '@gatehouse/api-client/query-client'
import {
  clearNotificationsEndpoint,
  listNotificationsEndpoint,
  type Notification,
} from '@gatehouse/validation/endpoints/notifications'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

const REFETCH_MS = 30_000

/** The notifications of the bell: fetched again every 30 s, and when the live socket tells of one. */
export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: ({ signal }) => api.call(listNotificationsEndpoint, {}, { signal }),
  refetchInterval: REFETCH_MS,
})

/** Clears the bell at once. When the server refuses, the notifications come back. */
export function useClearNotifications({ onFailure }: { onFailure: (error: Error) => void }) {
  const { queryKey } = notificationsQuery
  return useMutation({
    mutationFn: () => api.call(clearNotificationsEndpoint, {}),
    onMutate: async () => {
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData<Notification[]>(queryKey)
      queryClient.setQueryData<Notification[]>(queryKey, [])
      return { before }
    },
    onError: (error, _, context) => {
      queryClient.setQueryData(queryKey, context?.before)
      onFailure(error)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
}
