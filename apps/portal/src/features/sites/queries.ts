import { queryClient } from '@gatehouse/api-client/query-client'
import type { EndpointRequest } from '@gatehouse/validation/endpoint'
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
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import type { BulkRequest } from '../../lib/list/list-declaration.ts'

/** The query of one site begins with it, and so do those of what belongs to it. */
export const siteKey = (id: string) => [getSiteEndpoint.path, id] as const

export const siteQuery = (id: string) =>
  queryOptions({
    queryKey: siteKey(id),
    queryFn: ({ signal }) => api.call(getSiteEndpoint, { params: { id } }, { signal }),
  })

export const externalApiQuery = (id: string) =>
  queryOptions({
    queryKey: [...siteKey(id), 'external-api'],
    queryFn: ({ signal }) => api.call(getSiteExternalApiEndpoint, { params: { id } }, { signal }),
  })

/** After a change: the site as it is now, and the lists that show it. */
export async function keepSite(site: Site): Promise<void> {
  queryClient.setQueryData(siteQuery(site.id).queryKey, site)
  // What was offered before is not offered again. The window that has sent the site does not begin anew.
  for (const { path } of [listSiteOptionsEndpoint, listRecordSiteOptionsEndpoint])
    await queryClient.invalidateQueries({ queryKey: [path], refetchType: 'none' })
  await queryClient.invalidateQueries({ queryKey: [listSitesEndpoint.path] })
}

/** Archives or restores sites. */
export function changeSites(request: BulkRequest): Promise<BulkResult> {
  // The bar offers the actions of the list, and its address holds nothing but its filters. The server checks both again.
  const body = request as EndpointRequest<typeof changeSitesEndpoint>['body']
  return api.call(changeSitesEndpoint, { body })
}

export async function changeSite(
  id: string,
  action: 'archive' | 'restore',
): Promise<BulkResult['blocked'][number] | undefined> {
  const { blocked } = await changeSites({ action, ids: [id] })
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: [listSitesEndpoint.path] }),
    queryClient.invalidateQueries({ queryKey: siteKey(id) }),
  ])
  return blocked[0]
}
