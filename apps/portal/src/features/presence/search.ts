import { listPresentEndpoint } from '@gatehouse/validation/endpoints/presence'
import { Uuid } from '@gatehouse/validation/fields'
import { limits } from '@gatehouse/validation/limits'
import * as v from 'valibot'

const presenceSortFields = listPresentEndpoint.list.sort
export type PresenceSortField = (typeof presenceSortFields)[number]
export interface PresenceSort {
  field: PresenceSortField
  direction: 'asc' | 'desc'
}

const kinds = ['user', 'visitor'] as const
const states = ['on_site', 'overdue'] as const
const DEFAULT_SORT = 'signed_in_at asc'
/** Every column in each direction, as the address writes it. */
export const sortTexts = presenceSortFields.flatMap((field) => [`${field} asc`, `${field} desc`] as const)
export type PresenceSortText = (typeof sortTexts)[number]

/** What the address says of the list; whatever it does not understand counts as not said. */
export const PresenceSearch = v.object({
  site: v.fallback(v.optional(Uuid), undefined),
  kind: v.fallback(v.optional(v.picklist(kinds)), undefined),
  state: v.fallback(v.optional(v.picklist(states)), undefined),
  search: v.fallback(v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100))), undefined),
  sort: v.fallback(v.optional(v.picklist(sortTexts)), undefined),
  page: v.fallback(
    v.optional(
      v.pipe(
        v.union([v.string(), v.number()]),
        v.transform(Number),
        v.integer(),
        v.minValue(1),
        v.maxValue(limits.list.maxPage),
      ),
    ),
    undefined,
  ),
})
export type PresenceSearch = v.InferOutput<typeof PresenceSearch>

/** What shows a part of the search, and changes it. */
export interface SearchProps {
  search: PresenceSearch
  onSearch: (search: PresenceSearch, options?: { replace?: boolean }) => void
}

export type PresenceFilters = Pick<PresenceSearch, 'site' | 'kind' | 'state' | 'search'>

/** The API's query for an address. */
export function queryOfSearch(search: PresenceSearch) {
  return {
    page: String(search.page ?? 1),
    per_page: String(limits.list.perPage),
    sort: search.sort ?? DEFAULT_SORT,
    site: search.site,
    kind: search.kind,
    state: search.state,
    search: search.search === '' ? undefined : search.search,
  }
}

/** The address after a filter changed: any such change goes to the first page. */
export function withFilters(search: PresenceSearch, changed: Partial<PresenceFilters>): PresenceSearch {
  return { ...search, ...changed, page: undefined }
}

export function withoutFilters({ sort }: PresenceSearch): PresenceSearch {
  return { sort }
}

/** The address after a press on a column's header: the same column turns around. */
export function withSort(search: PresenceSearch, field: PresenceSortField): PresenceSearch {
  const now = sortOf(search)
  const direction = now.field === field && now.direction === 'asc' ? 'desc' : 'asc'
  return withSortText(search, `${field} ${direction}`)
}

/** The address sorted so, from the first page. The default is not written down. */
export function withSortText(search: PresenceSearch, sort: PresenceSortText): PresenceSearch {
  return { ...search, sort: sort === DEFAULT_SORT ? undefined : sort, page: undefined }
}

export function sortText({ field, direction }: PresenceSort): PresenceSortText {
  return `${field} ${direction}`
}

export function withPage(search: PresenceSearch, page: number): PresenceSearch {
  return { ...search, page: page <= 1 ? undefined : page }
}

export function sortOf({ sort = DEFAULT_SORT }: PresenceSearch): PresenceSort {
  const [field, direction] = sort.split(' ')
  return {
    field: presenceSortFields.find((known) => known === field) ?? 'signed_in_at',
    direction: direction === 'desc' ? 'desc' : 'asc',
  }
}

export function hasFilters({ site, kind, state, search }: PresenceSearch): boolean {
  return Boolean(site ?? kind ?? state ?? search)
}

/** How many pages a list of `total` rows has; an empty one has one. */
export function pageCount(total: number): number {
  return Math.max(1, Math.ceil(total / limits.list.perPage))
}
