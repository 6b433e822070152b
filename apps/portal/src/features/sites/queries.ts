import { queryClient } from '@gatehouse/api-client/query-client'
import { callBulk } from '../../lib/list/bulk-actions.ts'
import { getSiteExternalApiEndpoint } from '@gatehouse/validation/endpoints/external-api'
import {
  listRecordSiteOptionsEndpoint,
  listSiteOptionsEndpoint,
} from '@gatehouse/validation/endpoints/site-options'
import {
  changeSitesEndpoint,
  getSiteEndpoint,
  listSitesEndpoint,
  type Site,
} from '@gatehouse/validation/endpoints/sites'
import type { BulkResult } from '@gatehouse/validation/list-endpoint'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import type { BulkRequest } from '../../lib/list/list-declaration.ts'

export const siteQuery = (id: string) => endpointQuery(getSiteEndpoint, { params: { id } })

export const externalApiQuery = (id: string) => endpointQuery(getSiteExternalApiEndpoint, { params: { id } })

/** After a change: stores the current site, and refetches the lists that show it. */
export async function keepSite(site: Site): Promise<void> {
  queryClient.setQueryData(siteQuery(site.id).queryKey, site)
  // Stale, because the options have changed, but not refetched: the window that has sent the site
  // must not start again.
  for (const { path } of [listSiteOptionsEndpoint, listRecordSiteOptionsEndpoint])
    await queryClient.invalidateQueries({ queryKey: [path], refetchType: 'none' })
  await queryClient.invalidateQueries({ queryKey: [listSitesEndpoint.path] })
}

/** Archives or restores sites. */
export const changeSites = (request: BulkRequest) => callBulk(changeSitesEndpoint, request)

export async function changeSite(
  id: string,
  action: 'archive' | 'restore',
): Promise<BulkResult['blocked'][number] | undefined> {
  const { blocked } = await changeSites({ action, ids: [id] })
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: [listSitesEndpoint.path] }),
    queryClient.invalidateQueries(siteQuery(id)),
  ])
  return blocked[0]
}
