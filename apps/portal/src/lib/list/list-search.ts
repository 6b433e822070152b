import type { EndpointDeclaration } from '@gatehouse/validation/endpoint'
import { limits } from '@gatehouse/validation/limits'
import * as v from 'valibot'
import { orNothing } from '../search-fields.ts'

/**
 * An endpoint that `listEndpoint` declares. Its response has one page of rows, each with an id, and
 * the total.
 */
export type ListEndpoint = EndpointDeclaration & {
  // oxlint-disable-next-line typescript/no-explicit-any -- what goes in decides nothing here
  response: v.GenericSchema<any, { items: { id: string }[]; total: number }>
  list: NonNullable<EndpointDeclaration['list']>
}
export type ListData<E extends ListEndpoint> = v.InferOutput<E['response']>
export type ListRow<E extends ListEndpoint> = ListData<E>['items'][number]

export type SortField<E extends ListEndpoint> = E['list']['sort'][number]
export type FilterName<E extends ListEndpoint> = keyof E['list']['filters'] & string
/** The values that a filter may have in the URL. */
export type FilterText<E extends ListEndpoint, Name extends FilterName<E>> = Extract<
  v.InferInput<E['list']['filters'][Name]>,
  string
>

/**
 * The search parameters of a list: filters, search, order and page, and the row whose details are
 * open.
 */
export type ListSearch<E extends ListEndpoint> = {
  [Name in FilterName<E>]?: FilterText<E, Name> | undefined
} & {
  search?: string | undefined
  sort?: `${SortField<E>} ${Direction}` | undefined
  page?: number | undefined
  row?: string | undefined
}

/** The same for any list, for shared code. */
export type ListAddress = Record<string, string | number | undefined>

export type Direction = 'asc' | 'desc'
export interface Sort {
  field: string
  direction: Direction
}

const Page = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform(Number),
  v.integer(),
  v.minValue(1),
  v.maxValue(limits.list.maxPage),
)

/** The schema of a list's URL. It drops invalid values. */
export function listSearch<E extends ListEndpoint>(
  endpoint: E,
): v.GenericSchema<ListSearch<E>, ListSearch<E>> {
  const filters = Object.entries(endpoint.list.filters).map(([name, schema]) => [
    name,
    orNothing(
      v.pipe(
        v.string(),
        v.check((text) => v.is(schema, text)),
      ),
    ),
  ])
  const sorts = sortsOf(endpoint).map(textOfSort)
  const schema: v.GenericSchema<unknown, ListAddress> = v.object({
    ...(Object.fromEntries(filters) as Record<string, v.GenericSchema<unknown, string | undefined>>),
    search: orNothing(v.pipe(v.string(), v.trim(), v.maxLength(100))),
    sort: orNothing(v.picklist(sorts)),
    page: orNothing(Page),
    row: orNothing(v.pipe(v.string(), v.maxLength(100))),
  })
  // The entries are those of the type, made from the same declaration.
  return schema as unknown as v.GenericSchema<ListSearch<E>, ListSearch<E>>
}

/** The search parameters of a list, read by its declaration. */
export function readListSearch<E extends ListEndpoint>(endpoint: E, search: ListAddress): ListSearch<E> {
  return v.parse(listSearch(endpoint), search)
}

/** The API's query for a URL. */
export function queryOfSearch(
  endpoint: ListEndpoint,
  search: ListAddress,
): Record<string, string | undefined> {
  const filters = Object.keys(endpoint.list.filters).map((name) => [name, textOf(search[name])])
  return {
    page: String(search['page'] ?? 1),
    per_page: String(limits.list.perPage),
    sort: textOfSort(sortOf(endpoint, search)),
    ...Object.fromEntries(filters),
    search: textOf(search['search']),
  }
}

export function textOf(value: string | number | undefined): string | undefined {
  return value === undefined || value === '' ? undefined : String(value)
}

/** Every order that a list can be in. */
export function sortsOf(endpoint: ListEndpoint): Sort[] {
  return endpoint.list.sort.flatMap((field) => [
    { field, direction: 'asc' as const },
    { field, direction: 'desc' as const },
  ])
}

export function textOfSort({ field, direction }: Sort): string {
  return `${field} ${direction}`
}

/** The order in the URL, or the list's default. */
export function sortOf(endpoint: ListEndpoint, search: ListAddress): Sort {
  const [field = '', direction] = String(search['sort'] ?? endpoint.list.defaultSort).split(' ')
  return { field, direction: direction === 'desc' ? 'desc' : 'asc' }
}

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
