import type { ExternalApiChanges } from '@gatehouse/validation/endpoints/external-api'
import { type Context, getWorkingScope, type StaffActor } from '../../../context.ts'
import { byStaff } from '../../../db/audit.ts'
import { editRow } from '../../../db/edit-row.ts'
import { siteExternalApis } from '../../../db/schema/sites.ts'
import { withScope } from '../../../db/tenancy.ts'
import { AppError } from '../../../lib/app-error.ts'
import { assertUrlAllowed } from '../../../lib/outbound/assert-url-allowed.ts'
import type { Destinations } from '../../../lib/outbound/destinations.ts'
import { lockSite } from '../site-list.ts'
import type { ExternalApiDeps } from './deps.ts'
import { type ExternalApiRow, readExternalApi, toExternalApiResponse, untested } from './queries.ts'

/**
 * Changes the external API of a site. Another address, other parameters or another secret make the last test void.
 * @param ifMatch the `last_modified` that the caller has seen
 * @throws AppError `client_not_chosen`, `not_found`, `changed_meanwhile`, `url_not_allowed`, `incomplete` for an enabled one without an address
 */
export function updateExternalApi(
  { db, actor, now }: Context<StaffActor>,
  { cipher, destinations }: ExternalApiDeps,
  siteId: string,
  { secret, ...changes }: ExternalApiChanges,
  ifMatch?: string,
): Promise<ExternalApiRow> {
  return withScope(db, getWorkingScope(actor), async (tx) => {
    const { clientId } = await lockSite(tx, actor, 'manage', siteId)
    const { api: row } = await readExternalApi(tx, actor, siteId)
    if (secret === undefined && Object.keys(changes).length === 0) return row
    return editRow(tx, {
      row,
      show: toExternalApiResponse,
      ifMatch,
      write: async (lastModified) => {
        const { url = row.url, parameters = row.parameters, enabled = row.enabled } = changes
        const encrypt = (plain: string) => cipher.encrypt(Buffer.from(plain), clientId, siteId)
        const next = {
          ...row,
          url,
          parameters,
          enabled,
          ...secretColumns(secret, encrypt, now),
          lastModified,
        }
        assertUsable(row, next, destinations)
        if (hasOtherRequest(row, next) || secret !== undefined) Object.assign(next, untested)
        const [written] = await tx
          .insert(siteExternalApis)
          .values({ ...next, createdAt: now })
          .onConflictDoUpdate({ target: [siteExternalApis.clientId, siteExternalApis.siteId], set: next })
          .returning()
        if (!written) throw new Error('An insert returns its row')
        return written
      },
      audit: {
        ...byStaff(clientId, actor.userId, now),
        action: 'site.external_api_updated',
        target: { kind: 'site', id: siteId },
      },
    })
  })
}

function secretColumns(
  secret: ExternalApiChanges['secret'],
  encrypt: (plain: string) => Uint8Array,
  now: Date,
): Partial<Pick<ExternalApiRow, 'encryptedSecret' | 'secretSetAt'>> {
  if (secret === undefined) return {}
  return secret === null
    ? { encryptedSecret: null, secretSetAt: null }
    : { encryptedSecret: encrypt(secret), secretSetAt: now }
}

function hasOtherRequest(before: ExternalApiRow, after: ExternalApiRow): boolean {
  const requestOf = ({ url, parameters }: ExternalApiRow) => JSON.stringify([url, parameters])
  return requestOf(before) !== requestOf(after)
}

/** An address that the settings have forbidden since can still be disabled, and is not called. */
function assertUsable(
  before: ExternalApiRow,
  { url, enabled }: ExternalApiRow,
  destinations: Destinations,
): void {
  if (url === null) {
    if (enabled) throw new AppError('incomplete', { fields: { url: 'url_required' } })
    return
  }
  if (url !== before.url || (enabled && !before.enabled)) assertUrlAllowed(destinations, url)
}
