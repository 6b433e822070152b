import type { InputOf } from '@gatehouse/validation/endpoints/all'
import type { HoursOfMonth } from '@gatehouse/validation/endpoints/reports'
import { and, eq, sql } from 'drizzle-orm'
import { visits } from '../../db/schema/visits.ts'
import { monthsOf } from './period.ts'
import { joinAccount, type Report, shownName, staysWithin } from './report.ts'
import { instant } from '../../db/sql-values.ts'

type Query = InputOf<'getHoursReport'>['query']

type HoursRow = Omit<HoursOfMonth, 'role'> & { role_name: string }

/**
 * How long each person was on site per month. Stays are cut at the ends of a month, and overlapping
 * stays count once. A stay without a known end has no hours and is counted separately.
 */
export const hours: Report<Query, HoursRow> = {
  name: 'hours',
  async ask(_, asking, query) {
    const { clientId, now } = asking
    const months = monthsOf(query, asking)
    const [first, last] = [months[0], months.at(-1)]
    if (!first || !last) throw new RangeError('A report of hours has a month')
    const range = { from: first.from, to: last.to }
    const { kind, role } = query
    const where = and(
      kind === undefined ? undefined : eq(visits.kind, kind),
      role ? sql`gatehouse_fold(${visits.roleName}) = gatehouse_fold(${role})` : undefined,
    )
    const statement = sql`
      with month as (
        select name, from_at, to_at
        from jsonb_to_recordset(${JSON.stringify(months.map(({ name, from, to }) => ({ name, from_at: from, to_at: to })))}::jsonb)
          as month (name text, from_at timestamptz, to_at timestamptz)),
      part as (
        select stay.*, month.name as month, month.to_at,
          case when stay.ended_as is distinct from 'assumed_left'
            then tstzrange(greatest(stay.came, month.from_at), least(coalesce(stay.ended, greatest(${instant(now)}, stay.came)), month.to_at)) end as span
        from (${staysWithin({ ...asking, where }, range)}) as stay
        join month on stay.came < month.to_at
          and case when stay.ended_as is distinct from 'assumed_left'
            then coalesce(stay.ended, greatest(${instant(now)}, stay.came)) > month.from_at else stay.came >= month.from_at end),
      people as (
        select month, person_key, range_agg(span) as spans, count(*) filter (where span is null)::int as unknown,
          bool_or(ended_as is null and to_at > ${instant(now)}) as is_open
        from part group by month, person_key),
      stay as (select distinct on (month, person_key) * from part order by month, person_key, came desc, id)
      select stay.id, people.month, ${shownName} as name, stay.kind, stay.role_name, people.unknown, people.is_open,
        (select count(*)::int from unnest(people.spans)) as stays,
        coalesce((select sum(extract(epoch from upper(span) - lower(span)))::float8 / 60 from unnest(people.spans) as span), 0) as minutes
      from people join stay on stay.month = people.month and stay.person_key = people.person_key ${joinAccount(clientId)}`
    return {
      range,
      rows: { statement, order: sql`month, name collate gatehouse_names, id` },
      extra: undefined,
      filters: [kind, role].filter((filter) => filter !== undefined),
    }
  },
  columns: {
    month: (row) => row.month,
    name: (row) => row.name,
    kind: (row) => row.kind,
    role: (row) => row.role_name,
    stays: (row) => row.stays,
    hours: (row) => (Math.floor(row.minutes) / 60).toFixed(2),
    minutes: (row) => Math.floor(row.minutes),
    stays_without_end: (row) => row.unknown,
    still_on_site: (row) => (row.is_open ? 'yes' : 'no'),
  },
}

export const toHoursOfMonth = (row: HoursRow): HoursOfMonth => ({
  ...row,
  role: row.role_name || null,
  minutes: Math.floor(row.minutes),
})
