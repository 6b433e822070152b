import * as v from 'valibot'
import { type Access, endpoint } from './endpoint.ts'
import type { ErrorCode } from './error-codes.ts'
import { PageQuery } from './fields.ts'

/**
 * Declares the export of a list: all rows that match its search and filters, in its order. The API
 * writes it with `openExport`, the portal receives it with `ExportModal`.
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
