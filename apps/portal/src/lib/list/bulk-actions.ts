import type { Profile } from '@gatehouse/validation/endpoints/me'
import type { AnySearch } from './any-search.ts'
import type { BulkAction, ListBulk } from './list-declaration.ts'
import type { ListEndpoint, ListRow } from './list-search.ts'

/** The actions that a person is offered for the rows that an address asks for. */
export function offeredActions<E extends ListEndpoint>(
  { actions }: ListBulk<E>,
  search: AnySearch,
  person: Profile,
): readonly BulkAction<E>[] {
  return actions.filter(({ isOffered }) => isOffered?.(search, person) ?? true)
}

/** Whether there is something to do for at least one row of the page. */
export function hasActions<E extends ListEndpoint>(
  bulk: ListBulk<E>,
  search: AnySearch,
  rows: readonly ListRow<E>[],
  person: Profile,
): boolean {
  return offeredActions(bulk, search, person).some(({ isFor }) =>
    rows.some((row) => isFor?.(row, person) ?? true),
  )
}
