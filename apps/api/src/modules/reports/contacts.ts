import type { InputOf } from '@gatehouse/validation/endpoints/all'
import { hasValues } from '../../db/has-values.ts'
import type { Contact } from '@gatehouse/validation/endpoints/reports'
import { and, type AnyColumn, eq, ne, type SQL, sql } from 'drizzle-orm'
import { visits } from '../../db/schema/visits.ts'
import { users } from '../../db/schema/users.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { timeInId } from '../access-log/get-record.ts'
import {
  canReadMobilesOfHistory,
  type MobilesReadable,
  showMobile,
  writeMobile,
} from '../people/mobile-visibility.ts'
import { type ReportRange, rangeOfDays } from './period.ts'
import { type Asking, joinAccount, type Report, shownName, staysWithin, writeLocalTime } from './report.ts'
import { instant, json, millisOf } from '../../db/sql-values.ts'

type Query = InputOf<'getContactsReport'>['query']

type ContactRow = Omit<Contact, 'mobile' | 'mobile_masked' | 'role' | 'first_at' | 'last_at'> & {
  role_name: string
  mobile: string
  can_read_mobile: MobilesReadable
  region: string
  first_at: number
  last_at: number
}

/** The person whose contacts are listed. */
interface Person {
  name: string
  /** How many stays the person had. */
  stays: number
}

type OwnStay = {
  site_id: string
  came: number
  gone: number
  is_certain: boolean
}

/** People who were on site at the same time as the person of a visit. */
export const contacts: Report<Query, ContactRow, Person> = {
  name: 'contacts',
  async ask(tx, asking, query) {
    const range = rangeOfDays(query, asking)
    const { personKey, name } = await getPersonOrThrow(tx, asking, query.record)
    const stays = await findOwnStays(tx, asking, personKey, range)
    return {
      range,
      rows:
        stays.length === 0
          ? []
          : {
              statement: contactsStatement(asking, personKey, stays),
              order: sql`minutes desc, name collate gatehouse_names, id`,
            },
      extra: { name, stays: stays.length },
      target: { kind: 'visit', id: query.record },
    }
  },
  columns: {
    name: (row) => row.name,
    kind: (row) => row.kind,
    role: (row) => row.role_name,
    mobile: (row) => writeMobile(row.mobile, row.can_read_mobile, row.region),
    sites: (row) => row.sites.join(' | '),
    first_together: (row, timeZone) => writeLocalTime(row.first_at, timeZone),
    last_together: (row, timeZone) => writeLocalTime(row.last_at, timeZone),
    time_zone: (_, timeZone) => timeZone,
    minutes_together: (row) => Math.floor(row.minutes),
    certain: (row) => (row.is_certain ? 'yes' : 'no'),
  },
}

export const toContact = (row: ContactRow): Contact => ({
  ...row,
  ...showMobile(row.mobile, row.can_read_mobile),
  role: row.role_name || null,
  first_at: new Date(row.first_at).toISOString(),
  last_at: new Date(row.last_at).toISOString(),
  minutes: Math.floor(row.minutes),
})

/** The person of a visit at a site that the caller manages. @throws AppError `not_found` */
export async function getPersonOrThrow(
  tx: Transaction,
  { clientId, isAtSite }: Asking,
  visitId: string,
): Promise<{ personKey: string; name: string }> {
  const at = timeInId(visitId)
  const [person] = await tx
    .select({
      personKey: visits.personKey,
      name: sql<string>`coalesce(nullif(trim(${visits.firstName} || ' ' || ${visits.lastName}), ''),
        trim(${users.firstName} || ' ' || ${users.lastName}), '')`,
    })
    .from(visits)
    .leftJoin(users, hasValues(users, { clientId: visits.clientId, id: visits.userId }))
    .where(
      and(
        hasValues(visits, { clientId, id: visitId }),
        at ? eq(visits.signedInAt, at) : sql`false`,
        isAtSite(visits.siteId),
      ),
    )
  if (!person) throw new AppError('not_found', { fields: { record: 'person_required' } })
  return person
}

/** The parts of the person's stays within the range. */
async function findOwnStays(
  tx: Transaction,
  { clientId, isAtSite, now }: Asking,
  personKey: string,
  range: ReportRange,
): Promise<OwnStay[]> {
  const own = { clientId, isAtSite, where: eq(visits.personKey, personKey) }
  return tx.execute<OwnStay>(sql`
    select site_id, ${millisOf(sql`came`)} as came, ${millisOf(sql`gone`)} as gone, is_certain
    from (
      select site_id, greatest(came, ${instant(range.from)}) as came,
        least(coalesce(ended, ${instant(now)}), ${instant(range.to)}) as gone, ended_as is distinct from 'assumed_left' as is_certain
      from (${staysWithin(own, range)}) as stay) as part
    where gone > came order by came`)
}

/** Splits stays into days. Concurrent stays share a day, so only those of a site are compared. */
const daysOf = (came: SQL, gone: SQL) =>
  sql`generate_series(date_bin('1 day', ${came}, 'epoch'), ${gone}, '1 day') as day`

function contactsStatement(
  { actor, clientId, now }: Asking,
  personKey: string,
  stays: readonly OwnStay[],
): SQL {
  const others = {
    clientId,
    isAtSite: (column: AnyColumn) => sql`${column} = any(array(select distinct site_id from own))`,
    where: ne(visits.personKey, personKey),
  }
  const near = {
    from: new Date(stays.reduce((first, { came }) => Math.min(first, came), Infinity)),
    to: new Date(stays.reduce((last, { gone }) => Math.max(last, gone), 0)),
  }
  return sql`
    with own as (
      select site_id, day, range_agg(tstzrange(came, gone)) as spans, range_agg(tstzrange(came, gone)) filter (where not is_certain) as unsure
      from (
        select site_id, to_timestamp(came / 1000) as came, to_timestamp(gone / 1000) as gone, is_certain
        from jsonb_to_recordset(${json(stays)}) as given (site_id uuid, came float8, gone float8, is_certain boolean)) as part
      cross join ${daysOf(sql`came`, sql`gone`)}
      group by site_id, day),
    other as (
      select stay.*, day, tstzrange(stay.came, greatest(stay.came, coalesce(stay.ended, ${instant(now)}))) as span
      from (${staysWithin(others, near)}) as stay
      cross join ${daysOf(sql`greatest(stay.came, ${instant(near.from)})`, sql`least(stay.ended, ${instant(near.to)})`)}),
    met as (
      select other.*, own.spans * tstzmultirange(span) as spans,
        other.ended_as is not distinct from 'assumed_left' or coalesce(own.unsure && span, false) as is_unsure
      from other join own on own.site_id = other.site_id and own.day = other.day and own.spans && span),
    people as (
      select person_key, min(lower(spans)) as first_at, max(upper(spans)) as last_at, range_agg(spans) as spans,
        not bool_or(is_unsure) as is_certain, array_agg(distinct site_id) as site_ids
      from met group by person_key),
    stay as (select distinct on (person_key) * from met order by person_key, came desc, id)
    select stay.id, ${shownName} as name, stay.kind, stay.role_name, stay.mobile, people.is_certain,
      ${canReadMobilesOfHistory(actor, sql`false`)} as can_read_mobile, sites.region,
      (select jsonb_agg(other.name order by other.folded_name, other.id) from sites other
        where other.client_id = ${clientId} and other.id = any(people.site_ids)) as sites,
      ${millisOf(sql`people.first_at`)} as first_at, ${millisOf(sql`people.last_at`)} as last_at,
      (select sum(extract(epoch from upper(span) - lower(span)))::float8 / 60 from unnest(people.spans) as span) as minutes
    from people join stay on stay.person_key = people.person_key
    join sites on sites.client_id = ${clientId} and sites.id = stay.site_id ${joinAccount(clientId)}`
}
