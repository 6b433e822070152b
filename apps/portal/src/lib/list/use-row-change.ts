import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toastError } from '../toast-error.tsx'
import type { ListResponse } from './list-query.ts'
import type { ListEndpoint, ListRow } from './list-search.ts'

interface RowChange<E extends ListEndpoint, Sent> {
  id: string
  /** The new values of the fields. */
  fields: Partial<ListRow<E>>
  send: () => Promise<Sent>
}

/**
 * Changes one row of a list optimistically, and rolls back with an error where the server refuses.
 */
export function useRowChange<E extends ListEndpoint, Sent = unknown>(endpoint: E) {
  const queryClient = useQueryClient()
  const queryKey = [endpoint.path]
  return useMutation({
    mutationFn: ({ send }: RowChange<E, Sent>) => send(),
    onMutate: async ({ id, fields }) => {
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueriesData<ListResponse<E>>({ queryKey })
      queryClient.setQueriesData<ListResponse<E>>({ queryKey }, (page) =>
        page?.data?.items
          ? {
              ...page,
              data: {
                ...page.data,
                items: page.data.items.map((row) => (row.id === id ? { ...row, ...fields } : row)),
              },
            }
          : page,
      )
      return before
    },
    onError: (error, _, before) => {
      for (const [key, page] of before ?? []) queryClient.setQueryData(key, page)
      toastError(error)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
}
