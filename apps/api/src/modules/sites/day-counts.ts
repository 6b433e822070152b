import { limits } from '@gatehouse/validation/limits'
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import type { InstallationScope } from '../../db/scopes.ts'
import { withScope } from '../../db/tenancy.ts'
import type { Job } from '../../jobs/run-jobs.ts'
import { MINUTE_MS } from '../../lib/durations.ts'
import { instant, json } from '../../db/sql-values.ts'

const DAYS = sql.raw(String(limits.site.averageDays))
/** How many sites are counted in one transaction. */
const BATCH_SITES = 50

interface CountingDeps {
  db: Database
  installation: InstallationScope
}

/**
 * The average number of people per day at the site of a query on `sites`, with one decimal:
 * distinct people per local day over the last whole days, or since the site was installed. Null
 * before the first whole day. Days that the job has not counted yet are counted here.
 */
export function averageUsers(now: Date): SQL<number | null> {
  const today = sql`(${instant(now)} at time zone sites.time_zone)::date`
  const first = sql`greatest(${today} - ${DAYS}, sites.installed_on)`
  return sql<number | null>`(
    select round((kept.people + fresh.people)::numeric / (span.today - span.first), 1)::float8
    from (select ${today} as today, ${first} as first) span
    left join site_day_counts c
      on c.client_id = sites.client_id and c.site_id = sites.id and c.time_zone = sites.time_zone
    cross join lateral (
      select coalesce(sum(people::int), 0) as people from jsonb_each_text(c.people) as counted (day, people)
      where day::date >= span.first and day::date < least(c.counted_until, span.today)) kept
    cross join lateral (
      select coalesce(sum(people), 0) as people from gatehouse_people_by_day(
        sites.client_id, sites.id, sites.time_zone, greatest(span.first, c.counted_until), span.today)) fresh
    where span.first < span.today)`.mapWith((average: number | null) => average)
}

/**
 * Counts the past days of due sites, a few sites per transaction. A site is due an hour after its
 * midnight, when no write of the day is still in progress. Any number of nodes may do this at once:
 * each site is taken by one of them.
 * @returns how many sites were counted
 */
export async function countDays(deps: CountingDeps, now: Date, signal?: AbortSignal): Promise<number> {
  await scheduleNewSites(deps, now)
  let counted = 0
  for (;;) {
    const batch = signal?.aborted ? 0 : await countBatch(deps, now)
    counted += batch
    if (batch < BATCH_SITES) return counted
  }
}

async function scheduleNewSites({ db, installation }: CountingDeps, now: Date): Promise<void> {
  await withScope(db, installation, (tx) =>
    tx.execute(sql`
      insert into site_day_counts (client_id, site_id, time_zone, counted_until, next_count_at)
      select client_id, id, time_zone, (${instant(now)} at time zone time_zone)::date - ${DAYS}, ${instant(now)} from sites s
      where not exists (select from site_day_counts c where c.client_id = s.client_id and c.site_id = s.id)
      on conflict do nothing`),
  )
}

/**
 * Locks the rows first, so that the counting statement sees all visits whose trigger did not wait
 * for them.
 */
function countBatch({ db, installation }: CountingDeps, now: Date): Promise<number> {
  return withScope(
    db,
    installation,
    async (tx) => {
      const due = await tx.execute<{ clientId: string; siteId: string }>(sql`
        select client_id as "clientId", site_id as "siteId" from site_day_counts where next_count_at <= ${instant(now)}
        order by next_count_at limit ${BATCH_SITES} for update skip locked`)
      if (due.length === 0) return 0
      await tx.execute(sql`
        with due as materialized (
          select s.client_id, s.id, s.time_zone, d.today, d.today - ${DAYS} as first, c.people,
            case when c.time_zone = s.time_zone then greatest(c.counted_until, d.today - ${DAYS}) else d.today - ${DAYS} end as fresh
          from jsonb_to_recordset(${json(due)}) as wanted ("clientId" uuid, "siteId" uuid)
          join site_day_counts c on c.client_id = wanted."clientId" and c.site_id = wanted."siteId"
          join sites s on s.client_id = c.client_id and s.id = c.site_id
          cross join lateral (select (${instant(now)} at time zone s.time_zone)::date as today) d)
        update site_day_counts c set time_zone = due.time_zone, counted_until = due.today,
          next_count_at = (due.today + 1 + time '01:00') at time zone due.time_zone,
          people = (
            select coalesce(jsonb_object_agg(day, people), '{}') from (
              select day::date as day, people::int as people from jsonb_each_text(due.people) as kept (day, people)
              where day::date >= due.first and day::date < due.fresh
              union all
              select day, people from gatehouse_people_by_day(due.client_id, due.id, due.time_zone, due.fresh, due.today)) days)
        from due where c.client_id = due.client_id and c.site_id = due.id`)
      return due.length
    },
    { statementTimeoutMs: 30_000, deadlineMs: 60_000 },
  )
}

/** Counts the people of past days. Until then they are counted on read. */
export const countDaysJob: Job = {
  name: 'count-days',
  everyMs: 10 * MINUTE_MS,
  failed: 'counting the people of past days failed',
  run: ({ db, installation, clock, signal }) => countDays({ db, installation }, clock(), signal),
}
