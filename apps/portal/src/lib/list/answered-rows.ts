import { limits } from '@gatehouse/validation/limits'
import type { ListQueryOptions } from './list-query.ts'
import type { AnySearch } from './any-search.ts'
import { queryOfSearch, type ListEndpoint, type ListRow } from './list-search.ts'

/** All rows that match a search, in its order, page by page. */
export async function loadAllRows<E extends ListEndpoint>(
  endpoint: E,
  search: AnySearch,
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

/**
 * The server's time now, in epoch milliseconds: the time of its last response (`as_of`) and what has passed since by the browser's clock,
 * which may be wrong but runs. Without `as_of` it is the browser's time.
 * @param receivedAt when the answer arrived, by the browser's clock
 * @param now by the browser's clock
 */
export function serverNow(answer: object, receivedAt: number, now: number): number {
  if (!('as_of' in answer) || typeof answer.as_of !== 'string') return now
  return Date.parse(answer.as_of) + Math.max(0, now - receivedAt)
}
