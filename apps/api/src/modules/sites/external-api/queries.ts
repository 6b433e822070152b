import type { ExternalApi } from '@gatehouse/validation/endpoints/external-api'
import { and, eq } from 'drizzle-orm'
import { type Context, getWorkingScope, type StaffActor } from '../../../context.ts'
import { siteExternalApis, sites } from '../../../db/schema/sites.ts'
import { type Transaction, withScope } from '../../../db/tenancy.ts'
import { AppError } from '../../../lib/app-error.ts'
import { hasRightAtSite } from '../policy.ts'

export type ExternalApiRow = typeof siteExternalApis.$inferSelect

/** What a site has that nobody has set up. A change may name its time in `If-Match` too. */
const UNSET_AT = new Date(0)

/**
 * The external API of a site that the person manages, also of an archived one.
 * @throws AppError `client_not_chosen`, `not_found`
 */
export function getExternalApi({ db, actor }: Context<StaffActor>, siteId: string): Promise<ExternalApiRow> {
  return withScope(db, getWorkingScope(actor), async (tx) => (await readExternalApi(tx, actor, siteId)).api, {
    readOnly: true,
  })
}

/** The site that the person manages, and its external API. @throws AppError `not_found` */
export async function readExternalApi(tx: Transaction, actor: StaffActor, siteId: string) {
  const [found] = await tx
    .select({ site: { clientId: sites.clientId, id: sites.id, name: sites.name }, api: siteExternalApis })
    .from(sites)
    .leftJoin(
      siteExternalApis,
      and(eq(siteExternalApis.clientId, sites.clientId), eq(siteExternalApis.siteId, sites.id)),
    )
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

/** The columns of a test that nobody has made. */
export const untested = { testedAt: null, testOutcome: null, testStatus: null, testMilliseconds: null }

/** Of the secret it says only since when there is one. */
export function toExternalApiResponse(row: ExternalApiRow): ExternalApi {
  const { testedAt, testOutcome, testStatus, testMilliseconds } = row
  return {
    url: row.url,
    parameters: row.parameters,
    secret_set_at: row.secretSetAt?.toISOString() ?? null,
    enabled: row.enabled,
    last_test:
      testedAt && testOutcome
        ? {
            at: testedAt.toISOString(),
            outcome: testOutcome,
            status: testStatus,
            milliseconds: testMilliseconds ?? 0,
          }
        : null,
    last_modified: row.lastModified.toISOString(),
  }
}
