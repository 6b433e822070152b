import { createContext, useContext, useState } from 'react'

type Search = [text: string, change: (text: string) => void]

/** The search text among the people of the site, shared by its pages. */
export const SearchContext = createContext<Search | undefined>(undefined)

/** The search shared by the site's pages; outside of them, a local one. */
export function useSearch(): Search {
  const own = useState('')
  return useContext(SearchContext) ?? own
}

/** The id of the field on each page, so that the focus survives a change of page while typing. */
export const searchFieldId = 'people-search'
