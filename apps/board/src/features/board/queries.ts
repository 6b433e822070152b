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

// The next poll is the retry; a device that believes itself offline asks nevertheless, because it is often wrong.
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

/** The people of a site: those there now, or its own people who are not. Asked anew every 10 s. */
export function boardQuery(siteId: string, tab: BoardTab) {
  const endpoint = tab === 'in' ? getBoardEndpoint : getCheckedOutBoardEndpoint
  return queryOptions({
    ...background,
    queryKey: ['board', siteId, tab],
    queryFn: ({ signal }) => api.call(endpoint, { params: { siteId } }, { signal }),
    // A tab's list is gone once the tab is left.
    gcTime: 0,
  })
}
