import type { ExternalApiOutcome } from '@gatehouse/validation/endpoints/external-api'
import { limits } from '@gatehouse/validation/limits'
import { and, eq } from 'drizzle-orm'
import { type Context, getWorkingScope, type StaffActor } from '../../../context.ts'
import { recordAudit } from '../../../db/audit.ts'
import { siteExternalApis } from '../../../db/schema/sites.ts'
import { withScope } from '../../../db/tenancy.ts'
import { AppError } from '../../../lib/app-error.ts'
import { DecryptionError, tryDecrypt } from '../../../lib/encryption.ts'
import { newId } from '../../../lib/ids.ts'
import { createEventHeaders } from '../../../lib/outbound/event-headers.ts'
import { OutboundError } from '../../../lib/outbound/outbound-error.ts'
import { sendRequest } from '../../../lib/outbound/send-request.ts'
import { lockSite } from '../site-list.ts'
import type { ExternalApiDeps } from './deps.ts'
import { type ExternalApiRow, readExternalApi } from './queries.ts'

interface TestResult {
  outcome: ExternalApiOutcome
  status: number | null
}

/**
 * Sends a sample event to the stored address, whether it is enabled or not, and keeps how that went. No connection of the database is held
 * meanwhile. The result of an address that was changed in the meantime is not kept.
 * @throws AppError `client_not_chosen`, `not_found`, `incomplete` where there is no address, `too_many_requests`
 */
export async function testExternalApi(
  { db, actor, now, limits: rateLimits }: Context<StaffActor>,
  deps: ExternalApiDeps,
  siteId: string,
): Promise<ExternalApiRow> {
  const scope = getWorkingScope(actor)
  const read = () => withScope(db, scope, (tx) => readExternalApi(tx, actor, siteId), { readOnly: true })
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
      .where(
        and(
          eq(siteExternalApis.clientId, clientId),
          eq(siteExternalApis.siteId, siteId),
          eq(siteExternalApis.lastModified, api.lastModified),
        ),
      )
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
