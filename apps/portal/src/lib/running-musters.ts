import { listMustersEndpoint } from '@gatehouse/validation/endpoints/musters'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'

const REFETCH_MS = 15_000

/** The running musters and drills, for the bar on every page and for Home. */
export const runningMustersQuery = queryOptions({
  queryKey: ['musters', 'running'],
  queryFn: ({ signal }) =>
    api.call(listMustersEndpoint, { query: { running: 'true', per_page: '100' } }, { signal }),
  refetchInterval: REFETCH_MS,
})
