import { listMustersEndpoint } from '@gatehouse/validation/endpoints/musters'
import { endpointQuery } from './endpoint-query.ts'
import { queryOptions } from '@tanstack/react-query'

const REFETCH_MS = 15_000

/** The running musters and drills, for the bar on every page and for Home. */
export const runningMustersQuery = queryOptions({
  ...endpointQuery(listMustersEndpoint, { query: { running: 'true', per_page: '100' } }),
  refetchInterval: REFETCH_MS,
})
