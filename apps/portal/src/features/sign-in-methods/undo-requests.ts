import type { SignInMethod } from '@gatehouse/validation/endpoints/sign-in-methods'
import type { BulkRequest } from '../../lib/list/list-declaration.ts'

/** Where each of all that match was before is not known afterwards, and a retired method does not come back. */
export function canUndoChange(request: BulkRequest): boolean {
  return 'ids' in request && request.action === 'move'
}

/**
 * What gives each method back its own site.
 * @param moved the methods that were moved, as they were before
 */
export function moveBackRequests(moved: readonly Pick<SignInMethod, 'id' | 'site_id'>[]): BulkRequest[] {
  return [...new Set(moved.map(({ site_id: siteId }) => siteId))].map((siteId) => ({
    action: 'move',
    fields: { site_id: siteId },
    ids: moved.flatMap((method) => (method.site_id === siteId ? [method.id] : [])),
  }))
}
