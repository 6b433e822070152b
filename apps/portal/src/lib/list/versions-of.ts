import type { BulkResult } from '@gatehouse/validation/list-endpoint'

/** The versions that an action has left of some rows, for the request that takes it back. Nothing where the server told none. */
export function versionsOf(
  ids: readonly string[],
  undo: BulkResult['undo'],
): { versions?: Record<string, string> } {
  const known = ids.flatMap((id) => (undo?.[id] ? [[id, undo[id].last_modified] as const] : []))
  return known.length > 0 ? { versions: Object.fromEntries(known) } : {}
}
