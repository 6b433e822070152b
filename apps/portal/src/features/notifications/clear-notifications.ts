import { queryClient } from '@gatehouse/api-client/query-client'
import { clearNotificationsEndpoint } from '@gatehouse/validation/endpoints/clear-notifications'
import type { Notification } from '@gatehouse/validation/endpoints/notifications'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { notificationsQuery } from './queries.ts'

/**
 * Clears the notifications that are shown, at once; later ones stay. If the server refuses, they
 * come back.
 */
export function useClearNotifications({ onFailure }: { onFailure: (error: Error) => void }) {
  const { queryKey } = notificationsQuery
  return useMutation({
    /** @param shown the visible notifications, newest first */
    mutationFn: (shown: readonly Notification[]) =>
      api.call(clearNotificationsEndpoint, {
        query: {
          through: shown[0]?.id,
          as_of: shown
            .map((one) => one.last_modified)
            .toSorted()
            .at(-1),
        },
      }),
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
