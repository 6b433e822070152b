import * as v from 'valibot'
import { type Access, endpoint } from './endpoint.ts'
import type { ErrorCode } from './error-codes.ts'
import { PageQuery } from './fields.ts'

/**
 * Declares the file of all rows of a list that match its search and filters, in the order of the list. The API writes it with `openExport`, the
 * portal receives it with `ExportModal`.
 */
export function exportEndpoint<const Filters extends v.ObjectEntries>(
  list: { path: `/${string}`; access: Access; list: { filters: Filters } },
  options: { summary: string; errors?: readonly ErrorCode[] },
) {
  const { summary, errors = [] } = options
  return endpoint({
    method: 'GET',
    path: `${list.path}/export`,
    summary,
    access: list.access,
    limit: { rule: 'exports' },
    query: v.strictObject({ search: PageQuery.search, ...list.list.filters }),
    response: 'csv',
    errors: [...errors, 'exports_busy'],
  })
}
