import type { ListEndpoint, ListSearch } from './list-search.ts'

/** What the address of a list's page says: that of its list, and the windows that are open. */
export type PageSearch<E extends ListEndpoint> = ListSearch<E> & {
  edit?: string | undefined
  poster?: string | undefined
  pair?: string | undefined
  site?: string | undefined
}

/**
 * Keeps the texts and numbers of an address. Its page reads them by its schema, which is fetched with the page: in the routes, the
 * declarations of all pages would be part of the login. A type of its own import is not: one that is imported as a value would be.
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
