import { createContext, useContext, useState } from 'react'

type Search = [text: string, change: (text: string) => void]

/** What is searched for among the people of the site, from one page of it to another. */
export const SearchContext = createContext<Search | undefined>(undefined)

/** The search of the site's pages; outside of them, one of its own. */
export function useSearch(): Search {
  const own = useState('')
  return useContext(SearchContext) ?? own
}

/** Of the field on each page, so that the focus stays with whoever types when another page takes its place. */
export const searchFieldId = 'people-search'
