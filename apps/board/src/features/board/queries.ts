import {
  getBoardEndpoint,
  getCheckedOutBoardEndpoint,
  listBoardSitesEndpoint,
} from '@gatehouse/validation/endpoints/board'
import { limits } from '@gatehouse/validation/limits'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

export type BoardTab = 'in' | 'out'

const REFETCH_MS = limits.boardRefreshSeconds * 1000

// The next poll is the retry. `always` asks even where the browser reports to be offline, because that is often wrong.
const background = {
  refetchInterval: REFETCH_MS,
  refetchIntervalInBackground: true,
  retry: false,
  networkMode: 'always',
  staleTime: 0,
} as const

export const boardSitesQuery = queryOptions({
  ...background,
  queryKey: ['board', 'sites'],
  queryFn: ({ signal }) => api.call(listBoardSitesEndpoint, {}, { signal }),
})

/** The people of a site: those who are there now, or its people who are not. Fetched every 10 seconds. */
export function boardQuery(siteId: string, tab: BoardTab) {
  const endpoint = tab === 'in' ? getBoardEndpoint : getCheckedOutBoardEndpoint
  return queryOptions({
    ...background,
    queryKey: ['board', siteId, tab],
    queryFn: ({ signal }) => api.call(endpoint, { params: { siteId } }, { signal }),
    // The list of a tab is dropped when the tab is left.
    gcTime: 0,
  })
}
