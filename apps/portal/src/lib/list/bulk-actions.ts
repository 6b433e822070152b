import type { EndpointDeclaration, EndpointRequest } from '@gatehouse/validation/endpoint'
import { api } from '../api.ts'
import type { Profile } from '@gatehouse/validation/endpoints/me'
import type { ListAddress, ListEndpoint, ListRow } from './list-search.ts'
import type { BulkAction, BulkRequest, ListBulk } from './list-declaration.ts'
import type { BulkResult } from '@gatehouse/validation/list-endpoint'

/** The actions offered to a person for the rows of a URL. */
export function offeredActions<E extends ListEndpoint>(
  { actions }: ListBulk<E>,
  search: ListAddress,
  person: Profile,
): readonly BulkAction<E>[] {
  return actions.filter(({ isOffered }) => isOffered?.(search, person) ?? true)
}

/** Whether any action applies to at least one row of the page. */
export function hasActions<E extends ListEndpoint>(
  bulk: ListBulk<E>,
  search: ListAddress,
  rows: readonly ListRow<E>[],
  person: Profile,
): boolean {
  return offeredActions(bulk, search, person).some(({ isFor }) =>
    rows.some((row) => isFor?.(row, person) ?? true),
  )
}

/** The list's actions, fields and filters are those of its endpoint, which checks them again. */
export const callBulk = <E extends EndpointDeclaration>(
  endpoint: E,
  { fields, ...rows }: Pick<BulkRequest, 'fields'>,
) => api.call(endpoint, { body: { ...rows, ...fields } } as unknown as EndpointRequest<E>)

/** The versions of rows after an action, for its undo. Undefined where the server sent none. */
export function versionsOf(
  ids: readonly string[],
  undo: BulkResult['undo'],
): { versions?: Record<string, string> } {
  const known = ids.flatMap((id) => (undo?.[id] ? [[id, undo[id].last_modified] as const] : []))
  return known.length > 0 ? { versions: Object.fromEntries(known) } : {}
}
