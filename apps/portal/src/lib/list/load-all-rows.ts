import { limits } from '@gatehouse/validation/limits'
import type { ListQueryOptions } from './list-query.ts'
import { type ListAddress, queryOfSearch, type ListEndpoint, type ListRow } from './list-search.ts'

/** All rows that match a search, in its order, page by page. */
export async function loadAllRows<E extends ListEndpoint>(
  endpoint: E,
  search: ListAddress,
  load: NonNullable<ListQueryOptions<E>['load']>,
): Promise<ListRow<E>[]> {
  const query = { ...queryOfSearch(endpoint, search), per_page: String(limits.list.maxPerPage) }
  const byId = new Map<string, ListRow<E>>()
  for (let page = 1; ; page += 1) {
    // One page after the other: each response tells whether another page follows.
    // oxlint-disable-next-line no-await-in-loop
    const { items, total } = await load({ ...query, page: String(page) })
    for (const row of items) byId.set(row.id, row)
    if (items.length === 0 || page * limits.list.maxPerPage >= total) return [...byId.values()]
  }
}
