import type { BoardSite } from '@gatehouse/validation/endpoints/board'
import { createContext, useContext } from 'react'

/** The site that the pages of the board show. */
export const SiteContext = createContext<BoardSite | undefined>(undefined)

/** @throws outside of a site's pages */
export function useSite(): BoardSite {
  const site = useContext(SiteContext)
  if (!site) throw new Error('There is no site here.')
  return site
}
