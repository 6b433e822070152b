import type { InputOf } from '@gatehouse/validation/endpoints/all'
import type { HourOfDay } from '@gatehouse/validation/endpoints/reports'
import { type SQL, sql } from 'drizzle-orm'
import { type ReportRange, rangeOfDay } from './period.ts'
import { type Asking, type Report, staysWithin } from './report.ts'
import { instant } from '../../db/sql-values.ts'
import { HOUR_MS } from '../../lib/durations.ts'

/** An hour of local time. */
interface ClockHour extends ReportRange {
  /** `02:00` */
  clock: string
  /** `+11:00` */
  offset: string
}

/** No zone changes its offset within a quarter hour. */
const QUARTER_MS = HOUR_MS / 4

/**
 * The hours of a local day, without a gap: 23, 24 or 25. An hour that occurs twice is listed twice,
 * with both offsets. Where the clock changes by half an hour, one hour is shorter.
 */
export function hoursOfDay({ from, to }: ReportRange, timeZone: string): ClockHour[] {
  const starts: { at: number; clock: string; offset: string }[] = []
  for (let at = from.getTime(); at < to.getTime(); at += QUARTER_MS) {
    const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone)
    const offset = local.offset
    if (local.minute === 0 || starts.at(-1)?.offset !== offset)
      starts.push({ at, clock: local.toPlainTime().toString({ smallestUnit: 'minute' }), offset })
  }
  return starts.map(({ at, clock, offset }, place) => ({
    from: new Date(at),
    to: new Date(starts[place + 1]?.at ?? to.getTime()),
    clock,
    offset,
  }))
}

/** The changes within an hour. `hour` counts from 1; 0 is the time before the day. */
type HourChanges = {
  hour: number
  arrived: number
  departed: number
  /**
   * `most` and `most_heads` are the maxima over all changes in the hour, `last` and `last_heads`
   * the values after its last change. Heads include dependants.
   */
  most: number
  most_heads: number
  last: number
  last_heads: number
}

type CountedHour = ClockHour & Omit<HourOfDay, 'id' | 'clock' | 'offset'>

/** Counts each hour of a day. An hour without changes keeps the final number of the one before. */
export function countHours(hours: readonly ClockHour[], changes: readonly HourChanges[]): CountedHour[] {
  const byHour = new Map(changes.map((change) => [change.hour, change]))
  let people = byHour.get(0)?.last ?? 0
  let heads = byHour.get(0)?.last_heads ?? 0
  return hours.map((hour, place) => {
    const change = byHour.get(place + 1)
    const counted = {
      ...hour,
      at_start: people,
      arrived: change?.arrived ?? 0,
      left: change?.departed ?? 0,
      most: Math.max(people, change?.most ?? 0),
      most_with_dependents: Math.max(heads, change?.most_heads ?? 0),
    }
    people = change?.last ?? people
    heads = change?.last_heads ?? heads
    return counted
  })
}

type Query = InputOf<'getHeadcountReport'>['query']

/**
 * The number of people on site in each hour of a day. Adjoining stays of a person at a site count
 * as one, so a second sign-in is no arrival.
 */
export const headcount: Report<Query, CountedHour> = {
  name: 'headcount',
  async ask(tx, asking, query) {
    const range = rangeOfDay(query, asking)
    const hours = hoursOfDay(range, asking.timeZone).filter(({ from }) => from <= asking.now)
    const changes = await tx.execute<HourChanges>(changesStatement(asking, range, hours))
    return { range, rows: countHours(hours, changes), extra: undefined }
  },
  columns: {
    hour: (row) => row.clock,
    utc_offset: (row) => `UTC${row.offset}`,
    time_zone: (_, timeZone) => timeZone,
    at_start: (row) => row.at_start,
    arrived: (row) => row.arrived,
    left: (row) => row.left,
    most: (row) => row.most,
    most_with_dependents: (row) => row.most_with_dependents,
  },
}

/** The changes before the day and in each hour that has any. */
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

export const toHour = (hour: CountedHour): HourOfDay => ({ ...hour, id: hour.from.toISOString() })
