import {
  ExternalApi,
  type ExternalApiChanges,
  type ExternalApiOutcome,
} from '@gatehouse/validation/endpoints/external-api'
import { and, eq } from 'drizzle-orm'
import { type Context, getWorkingScope, type StaffActor } from '../../../context.ts'
import { siteExternalApis, sites } from '../../../db/schema/sites.ts'
import { type Transaction, withScope, withReadScope } from '../../../db/tenancy.ts'
import { toFields } from '../../../db/to-columns.ts'
import { AppError } from '../../../lib/app-error.ts'
import { hasRightAtSite } from '../policy.ts'
import { type Cipher, DecryptionError, tryDecrypt } from '../../../lib/encryption.ts'
import { type Destinations, assertUrlAllowed, OutboundError } from '../../../lib/outbound/destinations.ts'
import { auditOf, recordAudit } from '../../../db/audit.ts'
import { editRow } from '../../../db/edit-row.ts'
import { hasValues } from '../../../db/has-values.ts'
import { lockSite } from '../site-list.ts'
import { limits } from '@gatehouse/validation/limits'
import { newId } from '../../../lib/ids.ts'
import { createEventHeaders } from '../../../lib/outbound/event-headers.ts'
import { sendRequest } from '../../../lib/outbound/send-request.ts'

type ExternalApiRow = typeof siteExternalApis.$inferSelect

/** The `last_modified` of an external API that was never set up. `If-Match` accepts it too. */
const UNSET_AT = new Date(0)

/**
 * The external API of a site that the person manages, archived or not.
 * @throws AppError `client_not_chosen`, `not_found`
 */
export function getExternalApi({ db, actor }: Context<StaffActor>, siteId: string): Promise<ExternalApiRow> {
  return withReadScope(
    db,
    getWorkingScope(actor),
    async (tx) => (await readExternalApi(tx, actor, siteId)).api,
  )
}

/** A site that the person manages, and its external API. @throws AppError `not_found` */
async function readExternalApi(tx: Transaction, actor: StaffActor, siteId: string) {
  const [found] = await tx
    .select({ site: { clientId: sites.clientId, id: sites.id, name: sites.name }, api: siteExternalApis })
    .from(sites)
    .leftJoin(siteExternalApis, hasValues(siteExternalApis, { clientId: sites.clientId, siteId: sites.id }))
    .where(and(eq(sites.id, siteId), hasRightAtSite(actor, 'manage')))
  if (!found) throw new AppError('not_found')
  return { site: found.site, api: found.api ?? unset(found.site) }
}

function unset({ clientId, id: siteId }: { clientId: string; id: string }): ExternalApiRow {
  return {
    clientId,
    siteId,
    url: null,
    parameters: [],
    encryptedSecret: null,
    secretSetAt: null,
    enabled: false,
    ...untested,
    createdAt: UNSET_AT,
    lastModified: UNSET_AT,
  }
}

/** The columns of a test that was never run. */
const untested = { testedAt: null, testOutcome: null, testStatus: null, testMilliseconds: null }

/** The response has no secret, only the time when it was set. */
export function toExternalApiResponse(row: ExternalApiRow): ExternalApi {
  const { testedAt, testOutcome, testStatus, testMilliseconds } = row
  const lastTest =
    testedAt && testOutcome
      ? {
          at: testedAt.toISOString(),
          outcome: testOutcome,
          status: testStatus,
          milliseconds: testMilliseconds ?? 0,
        }
      : null
  return toFields(ExternalApi, { ...row, lastTest })
}

export interface ExternalApiDeps {
  /** Encrypts the secrets. */
  cipher: Cipher
  /** Decides which addresses may be called. */
  destinations: Destinations
}

/**
 * Changes the external API of a site. A new address, parameter or secret discards the last test.
 * @param ifMatch the `last_modified` that the caller has seen
 * @throws AppError `client_not_chosen`, `not_found`, `changed_meanwhile`, `url_not_allowed`,
 *   `incomplete` for an enabled one without an address
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
      audit: auditOf({ actor, now }, 'site.external_api_updated', 'site', { clientId, id: siteId }),
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

/** An address that the settings no longer allow can still be disabled. It is not called. */
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

interface TestResult {
  outcome: ExternalApiOutcome
  status: number | null
}

/**
 * Sends a sample event to the stored address, enabled or not, and stores the result. No database
 * connection is held during the call. If the address was changed in the meantime, the result is
 * dropped.
 * @throws AppError `client_not_chosen`, `not_found`, `incomplete` where there is no address,
 *   `too_many_requests`
 */
export async function testExternalApi(
  { db, actor, now, limits: rateLimits }: Context<StaffActor>,
  deps: ExternalApiDeps,
  siteId: string,
): Promise<ExternalApiRow> {
  const scope = getWorkingScope(actor)
  const read = () => withReadScope(db, scope, (tx) => readExternalApi(tx, actor, siteId))
  const { site, api } = await read()
  const { url } = api
  if (url === null) throw new AppError('incomplete', { fields: { url: 'url_required' } })
  await rateLimits.take('externalApiTests', scope.clientId)
  const start = performance.now()
  const result = await sendSample({ ...api, url }, site.name, now, deps)
  const milliseconds = Math.round(performance.now() - start)
  return withScope(db, scope, async (tx) => {
    const { clientId } = await lockSite(tx, actor, 'manage', siteId)
    await tx
      .update(siteExternalApis)
      .set({
        testedAt: now,
        testOutcome: result.outcome,
        testStatus: result.status,
        testMilliseconds: milliseconds,
      })
      .where(hasValues(siteExternalApis, { clientId, siteId, lastModified: api.lastModified }))
    await recordAudit(tx, {
      clientId,
      actor: { kind: 'staff', id: actor.userId },
      action: 'site.external_api_tested',
      target: { kind: 'site', id: siteId },
      at: now,
      details: { ...result, milliseconds },
    })
    return (await readExternalApi(tx, actor, siteId)).api
  })
}

async function sendSample(
  { clientId, siteId, url, parameters, encryptedSecret }: ExternalApiRow & { url: string },
  siteName: string,
  now: Date,
  { cipher, destinations }: ExternalApiDeps,
): Promise<TestResult> {
  const secret = encryptedSecret
    ? tryDecrypt(() => cipher.decrypt(encryptedSecret, clientId, siteId))
    : undefined
  if (secret instanceof DecryptionError) return { outcome: 'secret_unreadable', status: null }
  const data = {
    site: { id: siteId, name: siteName },
    parameters: Object.fromEntries(parameters.map(({ name, value }) => [name, value])),
  }
  const body = JSON.stringify({ type: 'test', timestamp: now.toISOString(), data })
  const secrets = secret ? [secret] : []
  try {
    const { status } = await sendRequest(new URL(url), {
      method: 'POST',
      headers: createEventHeaders(newId(now), body, { secrets, sentAt: now }),
      body,
      timeLimitMs: limits.externalApi.timeLimitMilliseconds,
      maxResponseBytes: limits.externalApi.responseBytes,
      destinations,
    })
    return { outcome: outcomeOf(status), status }
  } catch (error) {
    if (error instanceof OutboundError) return { outcome: error.code, status: null }
    throw error
  }
}

function outcomeOf(status: number): ExternalApiOutcome {
  if (status >= 200 && status < 300) return 'accepted'
  return status >= 300 && status < 400 ? 'redirected' : 'error_status'
}
