import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { Uuid } from '../fields.ts'
import { dashboardPeriods, stayRanges } from '../vocabulary.ts'

const refusalReasons = { banned: v.number(), high: v.number(), low: v.number(), failed_answer: v.number() }

/** The figures of a period. `people` and `overdue` are of its end; null if slow to read. */
const TrendPoint = v.object({
  check_ins: v.number(),
  median_stay_minutes: v.nullable(v.number()),
  refused: v.number(),
  people: v.nullable(v.number()),
  overdue: v.nullable(v.number()),
})

const NamedCount = v.object({ id: v.string(), name: v.string(), check_ins: v.number() })

export const Dashboard = v.object({
  as_of: v.string(),
  time_zone: v.string(),
  from: v.string(),
  on_site: v.object({ visits: v.number(), people: v.number(), overdue: v.number() }),
  check_ins: v.object({ count: v.number(), previous: v.number() }),
  /** The midpoint of the median's histogram bucket, of one minute up to 20 minutes. */
  median_stay_minutes: v.nullable(v.number()),
  refused: v.object(refusalReasons),
  /**
   * The latest periods, at most 14 and 5 years, oldest first. The last one is this period. Starts
   * with the first period in which anything happened; empty where there are too many sites to read.
   */
  trend: v.array(TrendPoint),
  sites: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      /** Whose site it is, for a reader who sees those of several clients; null for any other. */
      client_name: v.nullable(v.string()),
      visits: v.number(),
      people: v.number(),
      overdue: v.number(),
    }),
  ),
  /** The devices of methods in use. `low_pressure` counts worn cartridges too. */
  devices: v.object({
    total: v.number(),
    online: v.number(),
    offline: v.number(),
    low_pressure: v.number(),
  }),
  /** The accounts of all sites that wait for an approval this person may give. */
  pending_users: v.number(),
  /**
   * The check-ins of the period by hour, day or month, each with those of the period before. Null
   * where there are too many sites to read.
   */
  series: v.nullable(
    v.array(
      v.object({
        from: v.string(),
        to: v.string(),
        visitors: v.number(),
        staff: v.number(),
        previous: v.number(),
        previous_from: v.string(),
        previous_to: v.string(),
      }),
    ),
  ),
  /**
   * Check-ins by day of the week (1 is Monday) and hour in the time zone, without empty hours; for
   * a year, its last 13 weeks. Null as above.
   */
  busiest_hours: v.nullable(
    v.object({
      from: v.string(),
      hours: v.array(v.object({ weekday: v.number(), hour: v.number(), check_ins: v.number() })),
    }),
  ),
  /** The visits of the period by length, where their end is known. */
  stays: v.array(v.object({ range: v.picklist(stayRanges), visits: v.number() })),
  /** Those with most check-ins, at most `limits.homeBars`. Null for too many sites. */
  by_site: v.nullable(v.array(NamedCount)),
  /** Roles of the same name are counted together. */
  by_role: v.nullable(v.array(NamedCount)),
  /** With the current site of the method; empty where the person may not see it. */
  by_method: v.nullable(v.array(v.object({ ...NamedCount.entries, site: v.string() }))),
  /** Whether there are more sites than `sites` lists, which are those with most people. */
  has_more_sites: v.boolean(),
})
export type Dashboard = v.InferOutput<typeof Dashboard>

export const getDashboardEndpoint = endpoint({
  method: 'GET',
  path: '/dashboard',
  summary:
    'Returns the figures of the home page for a period, for one site or all sites that the caller can see.',
  access: 'staff',
  background: true,
  query: v.strictObject({
    period: v.optional(v.picklist(dashboardPeriods), 'day'),
    site: v.optional(Uuid),
  }),
  response: Dashboard,
})
