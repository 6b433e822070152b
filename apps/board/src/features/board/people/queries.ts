import {
  getBoardEndpoint,
  getCheckedOutBoardEndpoint,
  listBoardSitesEndpoint,
  listDoubtedDeparturesEndpoint,
} from '@gatehouse/validation/endpoints/board'
import { limits } from '@gatehouse/validation/limits'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'

export type BoardTab = 'in' | 'out'

const REFETCH_MS = limits.boardRefreshSeconds * 1000

// The next poll is the retry. `always`, because browsers often report offline wrongly.
export const background = {
  refetchInterval: REFETCH_MS,
  refetchIntervalInBackground: true,
  retry: false,
  networkMode: 'always',
  // Reuses what the route has requested a moment before.
  staleTime: 3000,
} as const

/**
 * The sites to choose from: the first matches of a search, preceded by the shown site. While
 * another search runs, the last result stays.
 */
export function boardSitesQuery(search: string, site: string | undefined) {
  const query = { search: search === '' ? undefined : search, site }
  return queryOptions({
    ...background,
    queryKey: ['board', 'sites', query],
    queryFn: ({ signal }) => api.call(listBoardSitesEndpoint, { query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** The people of a site: those on site, or those who are not. Fetched every 10 seconds. */
export function boardQuery(siteId: string, tab: BoardTab) {
  const endpoint = tab === 'in' ? getBoardEndpoint : getCheckedOutBoardEndpoint
  return queryOptions({
    ...background,
    queryKey: ['board', siteId, tab],
    queryFn: ({ signal }) => api.call(endpoint, { params: { siteId } }, { signal }),
    // The client keeps unchanged people. The library's sharing compares by index: after an arrival,
    // every later person would be a new object.
    structuralSharing: false,
    // A tab's list is dropped when the tab is left.
    gcTime: 0,
  })
}

/** People who have just left, after signing in on several phones. */
export function doubtedDeparturesQuery(siteId: string) {
  return queryOptions({
    ...background,
    queryKey: ['board', siteId, 'doubted'],
    queryFn: ({ signal }) => api.call(listDoubtedDeparturesEndpoint, { params: { siteId } }, { signal }),
  })
}
