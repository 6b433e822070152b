import { clientOf } from './client-of.ts'
import { callList } from './list-query.ts'
import type { ListEndpoint } from './list-search.ts'

const ROWS = 100
const PAGES = 5

/** The names of the clients of all matching rows; `any` where there are too many rows to check. */
export async function clientsOfAll(
  endpoint: ListEndpoint,
  filters: Record<string, string | undefined>,
  signal: AbortSignal,
): Promise<readonly string[] | 'any'> {
  const names = new Set<string>()
  for (let page = 1; page <= PAGES; page += 1) {
    const query = { ...filters, page: String(page), per_page: String(ROWS) }
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    const { items, total } = await callList(endpoint, query, signal)
    for (const row of items) {
      const name = clientOf(row)
      if (name !== undefined) names.add(name)
    }
    if (page * ROWS >= total) return [...names]
  }
  return 'any'
}
