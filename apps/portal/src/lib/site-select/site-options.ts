import {
  listRecordSiteOptionsEndpoint,
  listSiteOptionsEndpoint,
} from '@gatehouse/validation/endpoints/site-options'
import { endpointQuery } from '../endpoint-query.ts'
import type { EndpointResult } from '@gatehouse/validation/endpoint'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'

/** Whose sites are offered; without either, those of all visible clients. */
export interface SiteAmong {
  /** The id of a site: its client's other sites are offered. */
  beside?: string | undefined
  /** The id of the client whose sites are offered, for users who work with all clients. */
  client?: string | undefined
  /** Archived sites are offered too, where the user may read their records. */
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
 * The default site of a form: the only one, where there is just one; else empty. It is read where
 * the field is shown and where the form is read, and isn't a form value, which would be a change
 * that no one made.
 */
export function useOnlySite(among?: SiteAmong): string {
  const { data } = useQuery(sitesQuery('', '', among))
  return onlySiteOf(data)
}

export function onlySiteOf(sites: EndpointResult<typeof listSiteOptionsEndpoint> | undefined): string {
  const [only, another] = sites?.items ?? []
  return only && !another ? only.id : ''
}
