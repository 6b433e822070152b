import { serverLimits } from '@gatehouse/validation/limits'
import { type SQL, sql } from 'drizzle-orm'
import { sites } from '../../db/schema/sites.ts'
import { json } from '../../db/sql-values.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { DAY_MS } from '../../lib/durations.ts'
import { overdueBefore } from '../sites/overdue.ts'

/** Longer stays have an index of their own, `visits_long_stay_idx`. */
const LONG_STAY_DAYS = 2

interface PastOnSite extends Record<string, unknown> {
  people: number
  overdue: number
}

interface Asked {
  /** The condition on `sites`. */
  chosen: SQL | undefined
  moments: readonly Date[]
  visitsPerDay: number
}

/**
 * The people on the chosen sites at some moments, and the visits overdue by the present rules, read
 * from the visits. Null for each moment where that would be too many visits or sites.
 */
export async function findPastOnSite(
  tx: Transaction,
  { chosen, moments, visitsPerDay }: Asked,
): Promise<(PastOnSite | null)[]> {
  const none = moments.map(() => null)
  if (visitsPerDay * LONG_STAY_DAYS * moments.length > serverLimits.visitsOfTrend) return none
  const found = await tx
    .select({
      clientId: sites.clientId,
      id: sites.id,
      hoursKey: sites.hoursKey,
      timeZone: sites.timeZone,
      openingHours: sites.openingHours,
      overdueAfterHours: sites.overdueAfterHours,
    })
    .from(sites)
    .where(chosen)
    .limit(serverLimits.sitesOfTrend + 1)
  if (found.length > serverLimits.sitesOfTrend) return none
  const overdueSince = new Map<string, Date>()
  const asked = moments.flatMap((at, place) =>
    found.map(({ clientId, id, hoursKey, ...rule }) => {
      const key = `${place} ${hoursKey} ${rule.overdueAfterHours}`
      const since = overdueSince.get(key) ?? overdueBefore(rule, at)
      overdueSince.set(key, since)
      return {
        place,
        client_id: clientId,
        site_id: id,
        at,
        early: new Date(at.getTime() - LONG_STAY_DAYS * DAY_MS),
        overdue_before: since,
      }
    }),
  )
  const rows = await tx.execute<PastOnSite & { place: number }>(pastOnSiteQuery(asked))
  return moments.map((_, place) => rows.find((row) => row.place === place) ?? { people: 0, overdue: 0 })
}

/** The third part has those who are still on site. */
function pastOnSiteQuery(asked: object[]): SQL {
  const ended = sql`coalesce(signed_out_at, ended_at)`
  const isLong = sql`${ended} - signed_in_at > ${sql.raw(`interval '${LONG_STAY_DAYS} days'`)}`
  const isAtSite = sql`client_id = asked.client_id and site_id = asked.site_id`
  return sql`
    with asked as materialized (
      select * from jsonb_to_recordset(${json(asked)}) as asked
        (place int, client_id uuid, site_id uuid, at timestamptz, early timestamptz, overdue_before timestamptz))
    select asked.place, sum(1 + person.dependents)::int as people,
      (count(*) filter (where person.signed_in_at < asked.overdue_before))::int as overdue
    from asked cross join lateral (
      select dependents, signed_in_at from visits
      where ${isAtSite} and signed_in_at > asked.early and signed_in_at <= asked.at
        and coalesce(${ended}, 'infinity') > asked.at
      union all
      select dependents, signed_in_at from visits
      where ${isAtSite} and signed_in_at <= asked.early and ${isLong} and ${ended} > asked.at
      union all
      select dependents, signed_in_at from presence
      where ${isAtSite} and signed_in_at <= asked.early
      offset 0) as person
    group by 1`
}
