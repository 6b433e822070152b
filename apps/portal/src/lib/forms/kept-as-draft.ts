import { createContext, useContext } from 'react'

/** Whether what is typed into the form around is kept as a draft, when its window is left for another page. */
export const KeptAsDraft = createContext(false)

export const useKeptAsDraft = () => useContext(KeptAsDraft)

/** Whether a page is the one on which a site is added, to which `NoSites` leads. */
export const isNewSite = ({ pathname, search }: { pathname: string; search: object }) =>
  pathname === '/site_management' && 'edit' in search && search.edit === 'new'
