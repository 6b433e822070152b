import type { BulkResult } from '@gatehouse/validation/list-endpoint'

/** The versions of rows after an action, for its undo. Undefined where the server sent none. */
export function versionsOf(
  ids: readonly string[],
  undo: BulkResult['undo'],
): { versions?: Record<string, string> } {
  const known = ids.flatMap((id) => (undo?.[id] ? [[id, undo[id].last_modified] as const] : []))
  return known.length > 0 ? { versions: Object.fromEntries(known) } : {}
}
