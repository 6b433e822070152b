import {
  listRecordSiteOptionsEndpoint,
  listSiteOptionsEndpoint,
} from '@gatehouse/validation/endpoints/site-options'
import { endpointQuery } from '../endpoint-query.ts'
import type { EndpointResult } from '@gatehouse/validation/endpoint'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'

/** Whose sites are offered: those of all clients in view where neither is given. */
export interface SiteAmong {
  /** The id of a site: the others of its client are offered. */
  beside?: string | undefined
  /** The id of the client whose sites are offered, for whoever works in all clients. */
  client?: string | undefined
  /** Archived sites are offered too, where one may read their records. */
  ofRecords?: boolean
}

export const sitesQuery = (search: string, chosen: string, { beside, client, ofRecords }: SiteAmong = {}) => {
  const query = { search: search || undefined, chosen: chosen || undefined, beside }
  const endpoint = ofRecords ? listRecordSiteOptionsEndpoint : listSiteOptionsEndpoint
  return queryOptions({
    ...endpointQuery(endpoint, { query }, { client }),
    placeholderData: keepPreviousData,
  })
}

/** The name of a site; undefined until it is known. */
export function useSiteName(id: string): string | undefined {
  return useQuery(sitesQuery('', id)).data?.items.find((site) => site.id === id)?.name
}

/**
 * The site that a form means while none was chosen: the only one, where there is one alone; else empty. It is asked for where the field is
 * shown and where the form is read, and is no value of the form, which would be a change that nobody made.
 */
export function useOnlySite(among?: SiteAmong): string {
  const { data } = useQuery(sitesQuery('', '', among))
  return onlySiteOf(data)
}

export function onlySiteOf(sites: EndpointResult<typeof listSiteOptionsEndpoint> | undefined): string {
  const [only, another] = sites?.items ?? []
  return only && !another ? only.id : ''
}
