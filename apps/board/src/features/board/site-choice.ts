import type { BoardSite } from '@gatehouse/validation/endpoints/board'
import { Uuid } from '@gatehouse/validation/fields'
import { remembered } from '@gatehouse/ui/staff/remembered.ts'
import { useEffect } from 'react'
import * as v from 'valibot'

/** The site that this browser showed last. */
const lastSite = remembered('board.site')

/** The site to ask for by its id: the one in the address, else the one that this browser showed last. */
export function siteToAskFor(siteInAddress: string | undefined): string | undefined {
  const id = siteInAddress ?? lastSite.get()
  return v.is(Uuid, id) ? id : undefined
}

/**
 * The id of the site to show. The site in the URL comes first, even where it is not in the list, which the board then
 * says. Without one it is the remembered site, or the only one.
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
 * The site to show. Remembers it in this browser, and puts it into the URL where the URL names none.
 * @returns undefined while the sites are loading, where no site is chosen, and where the one in the URL is unknown
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
