import type { BoardSite } from '@gatehouse/validation/endpoints/board'
import { Uuid } from '@gatehouse/validation/fields'
import { remembered } from '@gatehouse/ui/staff/remembered.ts'
import { useEffect } from 'react'
import * as v from 'valibot'

/** The last site shown in this browser. */
const lastSite = remembered('board.site')

/** The site to request: the one in the URL, else the last one shown in this browser. */
export function siteToAskFor(siteInAddress: string | undefined): string | undefined {
  const id = siteInAddress ?? lastSite.get()
  return v.is(Uuid, id) ? id : undefined
}

/**
 * The id of the site to show: the one in the URL, even if it is unknown (the board then shows
 * that), else the remembered site, else the only one.
 */
export function chooseSite(
  siteInUrl: string | undefined,
  sites: readonly BoardSite[],
  rememberedSite: string | undefined,
): string | undefined {
  if (siteInUrl !== undefined) return siteInUrl
  const known = sites.find((site) => site.id === rememberedSite)
  return known?.id ?? (sites.length === 1 ? sites[0]?.id : undefined)
}

/**
 * The site to show. Remembers it in this browser, and adds it to the URL if that has none.
 * @returns undefined while the sites are loading, and if no site is chosen or the one in the URL is
 * unknown
 */
export function useChosenSite(
  sites: readonly BoardSite[] | undefined,
  siteInUrl: string | undefined,
  onSite: (siteId: string, options: { replace: boolean }) => void,
): BoardSite | undefined {
  const siteId = sites && chooseSite(siteInUrl, sites, lastSite.get())
  const site = sites?.find(({ id }) => id === siteId)
  useEffect(() => {
    if (siteId !== undefined && siteInUrl === undefined) onSite(siteId, { replace: true })
    if (site) lastSite.set(site.id)
  }, [siteId, site, siteInUrl, onSite])
  return site
}
