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

// The next poll is the retry. `always` asks even where the browser reports to be offline, because that is often wrong.
const background = {
  refetchInterval: REFETCH_MS,
  refetchIntervalInBackground: true,
  retry: false,
  networkMode: 'always',
  // What the route has asked for a moment before is not asked for again.
  staleTime: 3000,
} as const

/**
 * The sites to choose from: the first that a search finds, and the site that is shown before them. While another search runs, the sites
 * of the last one stay.
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

/** The people of a site: those who are there now, or its people who are not. Fetched every 10 seconds. */
export function boardQuery(siteId: string, tab: BoardTab) {
  const endpoint = tab === 'in' ? getBoardEndpoint : getCheckedOutBoardEndpoint
  return queryOptions({
    ...background,
    queryKey: ['board', siteId, tab],
    queryFn: ({ signal }) => api.call(endpoint, { params: { siteId } }, { signal }),
    // The client keeps the people who are the same. The library's own way compares by place: after somebody who has come, everybody would be another one.
    structuralSharing: false,
    // The list of a tab is dropped when the tab is left.
    gcTime: 0,
  })
}

/** Who has just left, after signing in on several phones. */
export function doubtedDeparturesQuery(siteId: string) {
  return queryOptions({
    ...background,
    queryKey: ['board', siteId, 'doubted'],
    queryFn: ({ signal }) => api.call(listDoubtedDeparturesEndpoint, { params: { siteId } }, { signal }),
  })
}
