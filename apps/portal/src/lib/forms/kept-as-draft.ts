import { createContext, useContext } from 'react'

/**
 * Whether the surrounding form's values are kept as a draft when its window is left for another
 * page.
 */
export const KeptAsDraft = createContext(false)

export const useKeptAsDraft = () => useContext(KeptAsDraft)

/** Whether a page is the one that adds a site, to which `NoSites` links. */
export const isNewSite = ({ pathname, search }: { pathname: string; search: object }) =>
  pathname === '/site_management' && 'edit' in search && search.edit === 'new'
