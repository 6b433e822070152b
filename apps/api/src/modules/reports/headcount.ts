import type { EndpointInput } from '@gatehouse/validation/endpoint'
import type { getHeadcountReportEndpoint, HourOfDay } from '@gatehouse/validation/endpoints/reports'
import { type SQL, sql } from 'drizzle-orm'
import { type ClockHour, type CountedHour, type HourChanges, countHours, hoursOfDay } from './hours-of-day.ts'
import { type ReportRange, rangeOfDay } from './period.ts'
import type { Asking, Report } from './report.ts'
import { staysWithin } from './stays.ts'
import { instant } from '../../db/sql-values.ts'

type Query = EndpointInput<typeof getHeadcountReportEndpoint>['query']

/**
 * How many people were on site in each hour of a day. Stays of a person at a site that follow each other without a gap are one: a second sign-in is
 * no arrival.
 */
export const headcount: Report<Query, CountedHour> = {
  name: 'headcount',
  async ask(tx, asking, query) {
    const range = rangeOfDay(query, asking)
    const hours = hoursOfDay(range, asking.timeZone).filter(({ from }) => from <= asking.now)
    const changes = await tx.execute<HourChanges>(changesStatement(asking, range, hours))
    return { range, rows: countHours(hours, changes), extra: undefined }
  },
  columns: ['hour', 'utc_offset', 'time_zone', 'at_start', 'arrived', 'left', 'most', 'most_with_dependents'],
  toValues(row, timeZone) {
    return {
      hour: row.clock,
      utc_offset: `UTC${row.offset}`,
      time_zone: timeZone,
      at_start: row.atStart,
      arrived: row.arrived,
      left: row.left,
      most: row.most,
      most_with_dependents: row.mostWithDependents,
    }
  },
}

/** What happened in each hour in which something did, and before the day. */
function changesStatement(asking: Asking, range: ReportRange, hours: readonly ClockHour[]): SQL {
  const starts = `{${hours.map(({ from }) => from.toISOString()).join(',')}}`
  return sql`
    with stay as (${staysWithin(asking, range)}),
    merged as (select unnest(range_agg(tstzrange(came, ended))) as span from stay group by person_key, site_id),
    step as (
      select lower(span) as at, 1 as people, 0 as dependents, 1 as arrived, 0 as departed from merged
      union all select upper(span), -1, 0, 0, 1 from merged where upper(span) is not null
      union all select came, 0, dependents, 0, 0 from stay where dependents > 0 and ended is distinct from came
      union all select ended, 0, -dependents, 0, 0 from stay where dependents > 0 and ended > came),
    running as (
      select at, arrived, departed, sum(people) over until_then as people, sum(people + dependents) over until_then as heads,
        width_bucket(at, ${starts}::timestamptz[]) as hour
      from step where at < ${instant(range.to)} window until_then as (order by at))
    select hour, sum(arrived)::int as arrived, sum(departed)::int as departed, max(people)::int as most, max(heads)::int as most_heads,
      (array_agg(people order by at desc))[1]::int as last, (array_agg(heads order by at desc))[1]::int as last_heads
    from running group by hour`
}

export function toHour({ from, clock, offset, ...hour }: CountedHour): HourOfDay {
  return {
    id: from.toISOString(),
    clock,
    offset,
    at_start: hour.atStart,
    arrived: hour.arrived,
    left: hour.left,
    most: hour.most,
    most_with_dependents: hour.mostWithDependents,
  }
}
