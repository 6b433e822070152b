import type { ListEndpoint, ListSearch } from './list-search.ts'

/** The search of a list's page: the list's own, and the open windows. */
export type PageSearch<E extends ListEndpoint> = ListSearch<E> & {
  edit?: string | undefined
  poster?: string | undefined
  pair?: string | undefined
  site?: string | undefined
}

/**
 * Keeps the texts and numbers of a URL. The page reads them with its schema, which loads with the
 * page: in the routes, the declarations of all pages would be part of the login. Type imports don't
 * load them; value imports would.
 */
export const addressOf =
  <Search extends object>() =>
  (search: Record<string, unknown>): Search => {
    const kept = Object.entries(search).filter(
      ([, value]) => typeof value === 'string' || typeof value === 'number',
    )
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the page leaves out what it does not understand
    return Object.fromEntries(kept) as Search
  }
