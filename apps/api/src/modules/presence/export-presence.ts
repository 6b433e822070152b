import type { InputOf } from '@gatehouse/validation/endpoints/all'
import type { EndpointExport } from '@gatehouse/validation/endpoint'
import type { PresentPerson } from '@gatehouse/validation/endpoints/presence'
import { exportFileName } from '@gatehouse/validation/export-name'
import { asc, count, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import { clientOf, type Context, ownerOf, type StaffActor } from '../../context.ts'
import { auditOf, recordExport } from '../../db/audit.ts'
import { isOneOf } from '../../db/sql-values.ts'
import { byName } from '../../db/name-order.ts'
import { type Exports, readIdsInParts } from '../../db/open-export.ts'
import { sites } from '../../db/schema/sites.ts'
import { inOrderOf, whereListed } from '../../db/select-page.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { type CsvRow, type CsvValue, writeCsvRows } from '../../lib/csv.ts'
import { readMoment, toExportedTime, toLocalTime } from '../../lib/zoned-time.ts'
import { writeMobile } from '../people/mobile-visibility.ts'
import { isSiteOf, resolveSite } from '../sites/queries.ts'
import { selectRows, sourceOf } from './queries.ts'
import { toPresentPeople } from './responses.ts'

const columns: Record<string, (person: PresentPerson, mobile: string | null) => CsvValue> = {
  first_name: (person) => person.first_name,
  last_name: (person) => person.last_name,
  kind: (person) => person.kind,
  role: (person) => person.role,
  site: (person) => person.site_name,
  method: (person) => person.method,
  mobile: (_, mobile) => mobile,
  dependents: (person) => person.dependents,
  signed_in: (person) => toExportedTime(person.signed_in_at),
  signed_in_at_site: ({ signed_in_at: at, time_zone: zone }) =>
    toLocalTime(readMoment(at, zone), zone).replace('T', ' '),
  site_time_zone: (person) => person.time_zone,
  signed_in_utc: (person) => person.signed_in_at,
  state: (person) => person.state,
  assumed_left_utc: (person) => person.assumed_left_at,
}

type Query = InputOf<'exportPresence'>['query']

/**
 * The people that match the filters, by name, as CSV. The export and its number of rows are
 * recorded before the first row is sent.
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
    const isListed = whereListed(source, resolved)
    const [{ counted } = { counted: 0 }] = await tx
      .select({ counted: count() })
      .from(source.table)
      .innerJoin(sites, isSiteOf(source.table))
      .where(isListed)
    const ids = new QueryBuilder()
      .select({ id: sql`${source.visitId}`.as('id') })
      .from(source.table)
      .innerJoin(sites, isSiteOf(source.table))
      .where(isListed)
      .orderBy(...byName(source.names, asc), asc(source.visitId))
    const onCancelled = await recordExport(db, actor.scope, 'people-on-site', {
      ...auditOf({ actor, now }, 'presence.exported', 'client', { clientId: clientOf(actor), id: null }),
      details: { search: query.search ?? null, site: query.site ?? null, rows: counted },
    })
    return {
      rows: counted,
      text: writeCsvRows(Object.keys(columns), readParts(tx, actor, now, source, ids)),
      onCancelled,
    }
  })
  const filters = [siteName, query.kind, query.state, query.search]
  return { name: exportFileName('people-on-site', filters, rows, now), rows, text }
}

type Source = Awaited<ReturnType<typeof sourceOf>>

async function* readParts(
  tx: Transaction,
  actor: StaffActor,
  now: Date,
  source: Source,
  ids: Parameters<typeof readIdsInParts>[1],
): AsyncGenerator<CsvRow[]> {
  for await (const part of readIdsInParts(tx, ids)) {
    const rows = await selectRows(tx, actor, source).where(isOneOf(source.visitId, part))
    const sorted = inOrderOf(part, rows, ({ presence: { visitId } }) => visitId)
    yield toPresentPeople(sorted, now).map((person, place) => {
      const row = sorted[place]
      const mobile = row ? writeMobile(row.presence.mobile, row.canReadMobile, row.region) : null
      return Object.values(columns).map((valueOf) => valueOf(person, mobile))
    })
  }
}
