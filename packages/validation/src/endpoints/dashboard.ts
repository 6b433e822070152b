import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { Uuid } from '../fields.ts'

export const dashboardPeriods = ['today', 'day', 'week', 'month', 'year'] as const
export type DashboardPeriod = (typeof dashboardPeriods)[number]

const refusalReasons = { banned: v.number(), high: v.number(), low: v.number(), failed_answer: v.number() }

export const Dashboard = v.object({
  as_of: v.string(),
  time_zone: v.string(),
  from: v.string(),
  on_site: v.object({ visits: v.number(), people: v.number(), overdue: v.number() }),
  check_ins: v.object({ count: v.number(), previous: v.number() }),
  median_stay_minutes: v.nullable(v.number()),
  refused: v.object(refusalReasons),
  sites: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      visits: v.number(),
      people: v.number(),
      overdue: v.number(),
    }),
  ),
  /** Whether there are more sites than `sites` lists: those with most people, at most `limits.homeSites`. */
  has_more_sites: v.boolean(),
})
export type Dashboard = v.InferOutput<typeof Dashboard>

export const getDashboardEndpoint = endpoint({
  method: 'GET',
  path: '/dashboard',
  summary: 'The figures of Home for a period, over all sites of the person or one.',
  access: 'staff',
  background: true,
  query: v.strictObject({
    period: v.optional(v.picklist(dashboardPeriods), 'day'),
    site: v.optional(Uuid),
  }),
  response: Dashboard,
  errors: ['not_found'],
})
