import type { SignInMethod } from '@gatehouse/validation/endpoints/sign-in-methods'
import type { BulkRequest } from '../../lib/list/list-declaration.ts'

/** Which of all that match were changed is not known afterwards, and a retired method does not come back. */
export function canUndoChange(request: BulkRequest): boolean {
  return 'ids' in request && request.action !== 'retire'
}

/**
 * What gives each method back what it had: one that was disabled already stays disabled, and each goes back to its own site.
 * @param changed the methods as they were before
 */
export function undoRequestsOf(
  { action }: BulkRequest,
  changed: readonly Pick<SignInMethod, 'id' | 'enabled' | 'site_id'>[],
): BulkRequest[] {
  const idsOf = (rows: typeof changed) => rows.map(({ id }) => id)
  if (action === 'move') {
    return [...new Set(changed.map(({ site_id: siteId }) => siteId))].map((siteId) => ({
      action,
      fields: { site_id: siteId },
      ids: idsOf(changed.filter((method) => method.site_id === siteId)),
    }))
  }
  const wasEnabled = action === 'disable'
  return [
    {
      action: wasEnabled ? 'enable' : 'disable',
      ids: idsOf(changed.filter(({ enabled }) => enabled === wasEnabled)),
    },
  ]
}
