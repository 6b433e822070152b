import { limits } from '@gatehouse/validation/limits'
import { type ListAddress, sortOf, textOf, textOfSort, type ListEndpoint, type Sort } from './list-search.ts'

// The next search of a list, after a filter, the order or the page changed.

/** The filters and the search text of a URL, without unset ones. */
export function filtersOf(endpoint: ListEndpoint, search: ListAddress): Record<string, string> {
  const set = [...Object.keys(endpoint.list.filters), 'search'].flatMap((name) => {
    const text = textOf(search[name])
    return text === undefined ? [] : [[name, text] as const]
  })
  return Object.fromEntries(set)
}

/** The search after filters changed: it goes to the first page. */
export function withFilters(search: ListAddress, changed: Record<string, string | undefined>): ListAddress {
  return { ...search, ...changed, page: undefined, row: undefined }
}

/** The order stays. */
export function withoutFilters(search: ListAddress): ListAddress {
  return { sort: search['sort'] }
}

/** The search in another order, from the first page. The default order is left out. */
export function withSort(endpoint: ListEndpoint, search: ListAddress, sort: Sort): ListAddress {
  const text = textOfSort(sort)
  const isDefault = text === textOfSort(sortOf(endpoint, {}))
  return { ...search, sort: isDefault ? undefined : text, page: undefined, row: undefined }
}

/** The search after a press on a column's header: the same column reverses. */
export function withSortToggled(endpoint: ListEndpoint, search: ListAddress, field: string): ListAddress {
  const now = sortOf(endpoint, search)
  const direction = now.field === field && now.direction === 'asc' ? 'desc' : 'asc'
  return withSort(endpoint, search, { field, direction })
}

export function withPage(search: ListAddress, page: number): ListAddress {
  return { ...search, page: page <= 1 ? undefined : page, row: undefined }
}

/** The number of pages of a list of `total` rows; an empty one has one. */
export function pageCount(total: number): number {
  return Math.max(1, Math.ceil(total / limits.list.perPage))
}
