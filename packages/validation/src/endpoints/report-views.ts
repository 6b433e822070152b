import * as v from 'valibot'
import { creationEndpoint } from '../creation-endpoint.ts'
import { endpoint } from '../endpoint.ts'
import { say } from '../field-codes.ts'
import { IfMatchHeaders, lineOf, idOf } from '../fields.ts'
import { limits } from '../limits.ts'
import { listEndpoint, optionsEndpoint } from '../list-endpoint.ts'
import { wholeNumberIn } from '../number-range.ts'
import { reportNames } from './reports.ts'

export const reportCadences = ['daily', 'weekly', 'monthly'] as const
export type ReportCadence = (typeof reportCadences)[number]

export const reportViewFields = {
  name: v.pipe(lineOf(limits.reports.nameCharacters), v.minLength(1, say('text_required'))),
  /** Null for every site that the reader manages. */
  site: v.nullable(idOf('site_unknown')),
  /** For contacts: a visit of the person. */
  record: v.nullable(idOf('person_required')),
  /** See `reportSpans`; null for a roll, which is of the moment of the request. */
  span: v.nullable(wholeNumberIn({ min: 0, max: 31 })),
  /** For hours. */
  kind: v.nullable(v.picklist(['user', 'visitor'])),
  role: lineOf(limits.site.labelCharacters),
  /** How often it is emailed; null for never. */
  cadence: v.nullable(v.picklist(reportCadences)),
  /** For a weekly one, 1 is Monday. */
  weekday: wholeNumberIn({ min: 1, max: 7 }),
  /** For a monthly one. Shorter months use their last day. */
  month_day: wholeNumberIn({ min: 1, max: 31 }),
  /** By the clock of the site, or of the client for all sites. */
  time_of_day: v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, say('time_of_day_invalid'))),
  /** The users whom it is emailed to. */
  recipients: v.pipe(
    v.array(idOf('person_required')),
    v.maxLength(limits.reports.recipients, say('too_long')),
    v.transform((ids) => [...new Set(ids)]),
  ),
}

export const NewReportView = v.strictObject({
  report: v.picklist(reportNames),
  name: reportViewFields.name,
  site: v.optional(reportViewFields.site, null),
  record: v.optional(reportViewFields.record, null),
  span: v.optional(reportViewFields.span, null),
  kind: v.optional(reportViewFields.kind, null),
  role: v.optional(reportViewFields.role, ''),
  cadence: v.optional(reportViewFields.cadence, null),
  weekday: v.optional(reportViewFields.weekday, 1),
  month_day: v.optional(reportViewFields.month_day, 1),
  time_of_day: v.optional(reportViewFields.time_of_day, '07:00'),
  recipients: v.optional(reportViewFields.recipients, []),
})
export type NewReportView = v.InferOutput<typeof NewReportView>

export const ReportViewChanges = v.partial(
  v.strictObject({
    ...reportViewFields,
    /** The caller becomes its owner, so that its schedule goes on. */
    take_over: v.literal(true),
  }),
)
export type ReportViewChanges = v.InferOutput<typeof ReportViewChanges>

/** Whether a recipient gets emails. `no_access`: the person may no longer read reports. */
export const reportRecipientStates = ['active', 'left', 'no_access'] as const
export type ReportRecipientState = (typeof reportRecipientStates)[number]

export const ReportView = v.object({
  id: v.string(),
  client_id: v.string(),
  client_name: v.string(),
  report: v.picklist(reportNames),
  name: v.string(),
  site: v.nullable(v.string()),
  site_name: v.nullable(v.string()),
  record: v.nullable(v.string()),
  span: v.nullable(v.number()),
  kind: v.nullable(v.picklist(['user', 'visitor'])),
  role: v.string(),
  cadence: v.nullable(v.picklist(reportCadences)),
  weekday: v.number(),
  month_day: v.number(),
  time_of_day: v.string(),
  /** The zone of the schedule. */
  time_zone: v.string(),
  recipients: v.array(
    v.object({ id: v.string(), name: v.string(), state: v.picklist(reportRecipientStates) }),
  ),
  /** Who saved it; null for an administrator of the installation. */
  owner: v.nullable(v.string()),
  /** The owner has left or may not read reports: an administrator must take it over. */
  is_paused: v.boolean(),
  next_due_at: v.nullable(v.string()),
  last_sent_at: v.nullable(v.string()),
  /** Whether the caller may change it. */
  editable: v.boolean(),
  created_at: v.string(),
  last_modified: v.string(),
})
export type ReportView = v.InferOutput<typeof ReportView>

const path = '/reports/views'
const refusals = ['client_not_chosen', 'incomplete', 'site_required', 'wrong_status'] as const

export const listReportViewsEndpoint = listEndpoint({
  path,
  summary:
    'Lists the saved reports, by name by default. An admin gets all of the client; other callers get those ' +
    'that they saved or receive by email.',
  access: 'manager',
  item: ReportView,
  sort: ['name', 'next_due_at', 'created_at'],
  defaultSort: 'name',
  filters: { report: v.optional(v.picklist(reportNames)) },
})

export const createReportViewEndpoint = creationEndpoint({
  path,
  summary: 'Saves a report, with or without a schedule.',
  access: 'manager',
  body: NewReportView,
  response: ReportView,
  errors: [...refusals, 'too_many_parts'],
})

export const getReportViewEndpoint = endpoint({
  method: 'GET',
  path: `${path}/:id`,
  summary: 'Returns a saved report.',
  access: 'manager',
  response: ReportView,
})

export const updateReportViewEndpoint = endpoint({
  method: 'PATCH',
  path: `${path}/:id`,
  summary: 'Updates a saved report or its schedule. Only its owner and admins may call this.',
  access: 'manager',
  headers: IfMatchHeaders,
  body: ReportViewChanges,
  response: ReportView,
  errors: [...refusals, 'changed_meanwhile', 'forbidden'],
})

export const deleteReportViewEndpoint = endpoint({
  method: 'DELETE',
  path: `${path}/:id`,
  summary: 'Deletes a saved report. Its queued emails are not sent.',
  access: 'manager',
  response: 'none',
  errors: ['forbidden'],
})

export const listReportRecipientsEndpoint = optionsEndpoint({
  path: '/reports/recipients',
  summary:
    'Lists the users to whom the caller can have reports emailed, by name. Only users who can read reports ' +
    'are listed.',
  access: 'manager',
})
