import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { lineOf, Uuid, shownMobile } from '../fields.ts'
import { CalendarDay, CalendarMonth, Instant, SiteTime } from '../time-fields.ts'
import { limits } from '../limits.ts'
import { optionsEndpoint } from '../list-endpoint.ts'
import { wholeNumberTextIn } from '../number-range.ts'

export const reportNames = ['contacts', 'headcount', 'hours', 'roll'] as const
export type ReportName = (typeof reportNames)[number]

/**
 * The meaning and range of each report's `span`: contacts of this many days up to now, the
 * headcount of a day this many days ago, hours of this many whole past months. A roll is of a
 * moment.
 */
export const reportSpans = {
  contacts: { min: 1, max: limits.reports.contactDays, usual: 14 },
  headcount: { min: 0, max: limits.reports.headcountDaysAgo, usual: 0 },
  hours: { min: 1, max: limits.reports.months, usual: 1 },
} as const satisfies Partial<Record<ReportName, { min: number; max: number; usual: number }>>

const spanOf = (span: { min: number; max: number }) => v.optional(wholeNumberTextIn(span))

const common = {
  /** One site; defaults to every site of the reader. */
  site: v.optional(Uuid),
  /** The moment from which a span counts; defaults to now. */
  as_of: v.optional(Instant),
}

/** Whose hours are counted. */
export const hoursFilters = {
  kind: v.optional(v.picklist(['user', 'visitor'])),
  /** The name of a role, in any spelling. */
  role: v.optional(lineOf(limits.site.labelCharacters)),
}

export const contactsQuery = {
  ...common,
  /** A visit of the person. */
  record: Uuid,
  from: v.optional(CalendarDay),
  /** The last day, inclusive. */
  to: v.optional(CalendarDay),
  span: spanOf(reportSpans.contacts),
}
export const headcountQuery = {
  ...common,
  day: v.optional(CalendarDay),
  span: spanOf(reportSpans.headcount),
}
export const hoursQuery = {
  ...common,
  from: v.optional(CalendarMonth),
  /** The last month, inclusive. */
  to: v.optional(CalendarMonth),
  span: spanOf(reportSpans.hours),
  ...hoursFilters,
}
export const rollQuery = {
  site: Uuid,
  /** The moment, also by the clock of the site; defaults to `as_of`. */
  at: v.optional(SiteTime),
  as_of: common.as_of,
}

/** What every report has besides its rows. */
const frame = {
  /** How many rows there are. The response has the first of them, and the export all. */
  total: v.number(),
  /** The range as moments; `to` is exclusive. */
  from: v.string(),
  to: v.string(),
  /** The days of its first and last moment in the zone. */
  first_day: v.string(),
  last_day: v.string(),
  /** The zone of its days: that of the site, or of the client. */
  time_zone: v.string(),
  /** The name of the site; null for all sites. */
  site: v.nullable(v.string()),
  as_of: v.string(),
}

const person = {
  /** A visit of the person. */
  id: v.string(),
  /** Empty where the name was deleted. */
  name: v.string(),
  kind: v.picklist(['user', 'visitor']),
  role: v.nullable(v.string()),
}

export const Contact = v.object({
  ...person,
  ...shownMobile,
  /** Where they were at the same time, by name. */
  sites: v.array(v.string()),
  first_at: v.string(),
  last_at: v.string(),
  /** How many minutes they were there together, each counted once. */
  minutes: v.number(),
  /** False where a rule ended one of their stays, so that its end is unknown. */
  is_certain: v.boolean(),
})
export type Contact = v.InferOutput<typeof Contact>

export const HourOfDay = v.object({
  /** Its first moment. */
  id: v.string(),
  /** The local time with its offset: an hour that comes twice is there twice. */
  clock: v.string(),
  offset: v.string(),
  /**
   * People on site at its start, arrivals and departures. People assumed to have left count until
   * then.
   */
  at_start: v.number(),
  arrived: v.number(),
  left: v.number(),
  /** The most people who were on site at one time, and the same with their dependants. */
  most: v.number(),
  most_with_dependents: v.number(),
})
export type HourOfDay = v.InferOutput<typeof HourOfDay>

export const HoursOfMonth = v.object({
  ...person,
  /** `2026-11` */
  month: v.string(),
  stays: v.number(),
  /** Within the month. Stays at several sites at a time count once. */
  minutes: v.number(),
  /** Stays with an unknown end. No other figure includes them. */
  unknown: v.number(),
  /** Still on site: the minutes are those until now. */
  is_open: v.boolean(),
})
export type HoursOfMonth = v.InferOutput<typeof HoursOfMonth>

export const OnRoll = v.object({
  ...person,
  ...shownMobile,
  dependents: v.number(),
  signed_in_at: v.string(),
  /** Null where the person is still on site, or it is unknown. */
  left_at: v.nullable(v.string()),
  state: v.picklist(['on_site', 'left', 'signed_in_again', 'unknown']),
})
export type OnRoll = v.InferOutput<typeof OnRoll>

const limit = { rule: 'reports' } as const
const refusals = ['client_not_chosen', 'time_out_of_range'] as const

export const getContactsReportEndpoint = endpoint({
  method: 'GET',
  path: '/reports/contacts',
  summary: 'Returns who was on site at the same time as a person, at the sites that the caller manages.',
  access: 'manager',
  limit,
  query: v.strictObject(contactsQuery),
  response: v.object({
    ...frame,
    /** The person's name; empty where it was deleted. */
    person: v.string(),
    /** How many stays the person had. */
    stays: v.number(),
    items: v.array(Contact),
  }),
  errors: refusals,
})

export const getHeadcountReportEndpoint = endpoint({
  method: 'GET',
  path: '/reports/headcount',
  summary: 'Returns how many people were on site in each hour of a day.',
  access: 'manager',
  limit,
  query: v.strictObject(headcountQuery),
  response: v.object({ ...frame, items: v.array(HourOfDay) }),
  errors: refusals,
})

export const getHoursReportEndpoint = endpoint({
  method: 'GET',
  path: '/reports/hours',
  summary: 'Returns how long each person was on site in each month.',
  access: 'manager',
  limit,
  query: v.strictObject(hoursQuery),
  response: v.object({ ...frame, items: v.array(HoursOfMonth) }),
  errors: refusals,
})

export const getRollReportEndpoint = endpoint({
  method: 'GET',
  path: '/reports/roll',
  summary: 'Returns who was on a site at a past time, according to current data.',
  access: 'manager',
  limit,
  query: v.strictObject(rollQuery),
  response: v.object({
    ...frame,
    /** All people with their dependants. */
    heads: v.number(),
    items: v.array(OnRoll),
  }),
  errors: refusals,
})

export const listReportPeopleEndpoint = optionsEndpoint({
  path: '/reports/people',
  summary:
    'Lists the people whose contacts the caller can request, by name. Each id is that of the person’s last ' +
    'visit.',
  access: 'manager',
  errors: ['client_not_chosen'],
})
