import type { Profile } from '@gatehouse/validation/endpoints/me'
import type { ListAddress, ListEndpoint, ListRow } from './list-search.ts'
import type { BulkAction, ListBulk } from './list-declaration.ts'

/** The actions that a person is offered for the rows that an address asks for. */
export function offeredActions<E extends ListEndpoint>(
  { actions }: ListBulk<E>,
  search: ListAddress,
  person: Profile,
): readonly BulkAction<E>[] {
  return actions.filter(({ isOffered }) => isOffered?.(search, person) ?? true)
}

/** Whether there is something to do for at least one row of the page. */
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
