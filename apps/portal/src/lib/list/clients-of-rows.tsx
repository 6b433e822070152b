import { Trans } from '@lingui/react/macro'
import type { BulkQuestionProps } from './list-declaration.ts'
import { callList } from './list-query.ts'
import type { ListEndpoint } from './list-search.ts'

/** Says before a bulk action that it affects rows of several clients. */
export function ClientsOfRows({ clients }: Pick<BulkQuestionProps, 'clients'>) {
  if (clients === undefined) return null
  if (clients === 'any')
    return (
      <p>
        <Trans>They can belong to any client.</Trans>
      </p>
    )
  const names = clients.join(', ')
  return (
    clients.length > 1 && (
      <p>
        <Trans>They belong to several clients: {names}.</Trans>
      </p>
    )
  )
}

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

/** The name of a row's client. Lists of one client, and the list of clients, have none. */
export const clientOf = (row: object): string | undefined =>
  'client_name' in row && typeof row.client_name === 'string' ? row.client_name : undefined
