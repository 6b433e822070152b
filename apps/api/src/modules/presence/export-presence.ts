import type { EndpointExport, EndpointInput } from '@gatehouse/validation/endpoint'
import type { PresentPerson } from '@gatehouse/validation/endpoints/presence'
import type { exportPresenceEndpoint } from '@gatehouse/validation/endpoints/presence-export'
import { exportFileName } from '@gatehouse/validation/export-name'
import { toWrittenNumber } from '@gatehouse/validation/phone-numbers'
import { asc, count, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import { clientOf, type Context, ownerOf, type StaffActor } from '../../context.ts'
import { auditOf } from '../../db/audit.ts'
import { recordExport } from '../../db/record-export.ts'
import { isOneOf } from '../../db/is-one-of.ts'
import { byName } from '../../db/name-order.ts'
import { type Exports, readIdsInParts } from '../../db/open-export.ts'
import { sites } from '../../db/schema/sites.ts'
import { presence, visits } from '../../db/schema/visits.ts'
import { inOrderOf, whereListed } from '../../db/select-page.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { type CsvValues, writeCsv } from '../../lib/csv.ts'
import { readMoment, toExportedTime, toLocalTime } from '../../lib/zoned-time.ts'
import { isSiteOf, resolveSite, type WithSite } from '../sites/queries.ts'
import {
  assumedLeftConditions,
  presentConditions,
  selectAssumedLeftRows,
  selectPresentRows,
  visitorNames,
} from './queries.ts'
import { toPresentPeople } from './responses.ts'

const columns = [
  'first_name',
  'last_name',
  'kind',
  'role',
  'site',
  'method',
  'mobile',
  'dependents',
  'signed_in',
  'signed_in_at_site',
  'site_time_zone',
  'signed_in_utc',
  'state',
  'assumed_left_utc',
]

type Query = EndpointInput<typeof exportPresenceEndpoint>['query']

/**
 * The people that match the filters, by name, as CSV. The export is recorded before its first row is sent, with the number of rows that it has.
 * @throws AppError `not_found` for a site that the person may not see, `exports_busy`
 */
export async function exportPresence(
  { db, actor, now }: Context<StaffActor>,
  exports: Exports,
  query: Query,
): Promise<EndpointExport> {
  let siteName: string | undefined
  const { rows, text } = await exports.open(actor.scope, ownerOf(actor), async (tx) => {
    const resolved = await resolveSite(tx, actor, 'see', query)
    siteName = resolved.site?.name
    const source = await sourceOf(tx, actor, now, resolved)
    const counted = await source.count()
    const onCancelled = await recordExport(db, actor.scope, 'people-on-site', {
      ...auditOf({ actor, now }, 'presence.exported', 'client', { clientId: clientOf(actor), id: null }),
      details: { search: query.search ?? null, site: query.site ?? null, rows: counted },
    })
    return { rows: counted, text: writeCsv(columns, readParts(tx, now, source)), onCancelled }
  })
  const filters = [siteName, query.kind, query.state, query.search]
  return { name: exportFileName('people-on-site', filters, rows, now), rows, text }
}

type Source = Awaited<ReturnType<typeof sourceOf>>

/** Which rows, in their order: of people on site, or of visits that a rule has closed. */
async function sourceOf(tx: Transaction, actor: StaffActor, now: Date, query: WithSite<Query>) {
  if (query.state === 'assumed_left') {
    const where = whereListed(assumedLeftConditions(actor, now), query)
    return {
      count: () => countRows(tx, visits, where),
      ids: new QueryBuilder()
        .select({ id: visits.id })
        .from(visits)
        .innerJoin(sites, isSiteOf(visits))
        .where(where)
        .orderBy(...byName(visitorNames, asc), asc(visits.id)),
      rows: (ids: readonly string[]) => selectAssumedLeftRows(tx, actor).where(isOneOf(visits.id, ids)),
    }
  }
  const where = whereListed(await presentConditions(tx, actor, now, query), query)
  return {
    count: () => countRows(tx, presence, where),
    ids: new QueryBuilder()
      .select({ id: sql`${presence.visitId}`.as('id') })
      .from(presence)
      .innerJoin(sites, isSiteOf(presence))
      .where(where)
      .orderBy(...byName(presence, asc), asc(presence.visitId)),
    rows: (ids: readonly string[]) => selectPresentRows(tx, actor).where(isOneOf(presence.visitId, ids)),
  }
}

async function countRows(
  tx: Transaction,
  table: typeof presence | typeof visits,
  where: ReturnType<typeof whereListed>,
): Promise<number> {
  const [row] = await tx.select({ total: count() }).from(table).innerJoin(sites, isSiteOf(table)).where(where)
  return row?.total ?? 0
}

async function* readParts(tx: Transaction, now: Date, source: Source): AsyncGenerator<CsvValues[]> {
  for await (const part of readIdsInParts(tx, source.ids)) {
    const rows = await source.rows(part)
    const sorted = inOrderOf(part, rows, ({ presence: { visitId } }) => visitId)
    const regions = new Map(rows.map(({ presence: { siteId }, region }) => [siteId, region]))
    yield toPresentPeople(sorted, now).map((person) => toValues(person, regions.get(person.site_id) ?? ''))
  }
}

function toValues(person: PresentPerson, region: string): CsvValues {
  const { mobile, mobile_masked: isMasked, signed_in_at: signedIn, time_zone: timeZone } = person
  return {
    first_name: person.first_name,
    last_name: person.last_name,
    kind: person.kind,
    role: person.role,
    site: person.site_name,
    method: person.method,
    mobile: mobile === null || isMasked ? mobile : toWrittenNumber(mobile, region),
    dependents: person.dependents,
    signed_in: toExportedTime(signedIn),
    signed_in_at_site: toLocalTime(readMoment(signedIn, timeZone), timeZone).replace('T', ' '),
    site_time_zone: timeZone,
    signed_in_utc: signedIn,
    state: person.state,
    assumed_left_utc: person.assumed_left_at,
  }
}
