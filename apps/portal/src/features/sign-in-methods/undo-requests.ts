import type { BulkRequest } from '../../lib/list/list-declaration.ts'
import { versionsOf } from '../../lib/list/versions-of.ts'

/**
 * What gives each method back the site from which it was moved, as long as nobody has changed it since.
 * @param moved what the server says of the methods that were moved
 */
export function moveBackRequests(
  moved: Readonly<Record<string, { last_modified: string; site_id?: string | undefined }>>,
): BulkRequest[] {
  const bySite = Map.groupBy(Object.entries(moved), ([, { site_id: siteId }]) => siteId)
  return [...bySite].flatMap(([siteId, methods]) => {
    const ids = methods.map(([id]) => id)
    return siteId === undefined
      ? []
      : [{ action: 'move', fields: { site_id: siteId }, ids, ...versionsOf(ids, moved) }]
  })
}
