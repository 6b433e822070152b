import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { say } from '../field-codes.ts'
import {
  Dependents,
  FirstName,
  IfMatchHeaders,
  LastName,
  lineOf,
  PageQuery,
  PhoneText,
  ShownMobile,
  Uuid,
  shownMobile,
} from '../fields.ts'
import { CalendarDay, Instant, SiteTime } from '../time-fields.ts'
import { limits } from '../limits.ts'
import { optionsEndpoint } from '../list-endpoint.ts'
import { hostAnswers, hoursOfDay, logEvents, logResults, stayRanges, weekdays } from '../vocabulary.ts'

/** A moment, or a day of the calendar in the zone of the log. */
const DayOrMoment = v.union([CalendarDay, Instant], say('date_invalid'))

/**
 * Where a page starts or ends: newer or older than an entry, by its time in milliseconds, its rank
 * among equal times and its id.
 */
export const logCursor = /^[no]\.\d{1,13}\.[0-4]\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

export const logFilters = {
  /** The first day or moment; today where both ends are missing. */
  from: v.optional(DayOrMoment),
  /** The last day, inclusive, or the end as a moment, exclusive. */
  to: v.optional(DayOrMoment),
  site: v.optional(Uuid),
  method: v.optional(Uuid),
  kind: v.optional(v.picklist(['user', 'visitor'])),
  /** The id of a visitor role. It also matches roles of the same name at other sites. */
  role: v.optional(Uuid),
  event: v.optional(v.picklist(logEvents)),
  result: v.optional(v.picklist(logResults)),
  /** The length of the visit, for arrivals and departures; `any` for one with a departure. */
  stay: v.optional(v.picklist(['any', ...stayRanges])),
  /** The day of the week (1 is Monday) and the hour, in the zone of the log. */
  weekday: v.optional(v.picklist(weekdays)),
  hour: v.optional(v.picklist(hoursOfDay)),
  question: v.optional(Uuid),
  /**
   * Part of an answer, to that question or to any. An offered answer matches in all its wordings:
   * other languages and earlier versions of the question.
   */
  answer: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100, say('too_long')))),
  search: PageQuery.search,
}

/** What a correction can change of a visit. Unchanged fields are missing. */
const CorrectedValues = v.object({
  first_name: v.optional(v.string()),
  last_name: v.optional(v.string()),
  mobile: v.optional(v.nullable(ShownMobile)),
  mobile_masked: v.optional(v.boolean()),
  role: v.optional(v.nullable(v.string())),
  dependents: v.optional(v.number()),
  signed_out_at: v.optional(v.nullable(v.string())),
  /** When a rule closed the visit, until the departure was recorded. */
  assumed_left_at: v.optional(v.nullable(v.string())),
})
export type CorrectedValues = v.InferOutput<typeof CorrectedValues>

/** The fields of a correction in display order. */
export const correctedFields = [
  'first_name',
  'last_name',
  'mobile',
  'role',
  'dependents',
  'signed_out_at',
  'assumed_left_at',
] as const satisfies readonly (keyof CorrectedValues)[]

/** Who changed what of a visit, and why. */
const ToldCorrection = v.object({
  by: v.nullable(v.string()),
  /**
   * The visitor recorded the departure after a rule had closed the visit. Without values: the
   * visitor checked out too, after staff had ended the visit.
   */
  by_visitor: v.boolean(),
  note: v.string(),
  before: CorrectedValues,
  after: CorrectedValues,
})
export type ToldCorrection = v.InferOutput<typeof ToldCorrection>

export const LogEntry = v.object({
  /**
   * The id of the visit, refused attempt or correction. It ends with `.left` for a departure, and
   * with `.assumed_left` for one that a rule assumed.
   */
  id: v.string(),
  /** The visit or refused attempt, as `GET /access-log/{id}` returns it. */
  record_id: v.string(),
  at: v.string(),
  time_zone: v.string(),
  site: v.string(),
  site_id: v.string(),
  /** Empty where the name was deleted. */
  person: v.string(),
  ...shownMobile,
  kind: v.picklist(['user', 'visitor']),
  role: v.nullable(v.string()),
  method: v.nullable(v.string()),
  event: v.picklist(logEvents),
  result: v.picklist(logResults),
  temperature: v.nullable(v.number()),
  dependents: v.number(),
  /** For a departure: how long the person was on site. */
  stay_minutes: v.nullable(v.number()),
  source: v.picklist(['phone', 'kiosk', 'device', 'staff']),
  /** A kiosk stored the sign-in without a network and sent it later. */
  signed_in_offline: v.boolean(),
  /** For a sign-in or departure: the person signed in on another phone too. */
  by_other_phone: v.boolean(),
  /** For a sign-in: an answer had refused the person at the site within the day before. */
  after_refusal: v.boolean(),
  /** For an entry `corrected`: the correction. */
  correction: v.nullable(ToldCorrection),
})
export type LogEntry = v.InferOutput<typeof LogEntry>

export const listAccessLogEndpoint = endpoint({
  method: 'GET',
  path: '/access-log',
  summary:
    'Lists sign-ins, sign-outs and refused attempts at the sites that the caller can see, newest first. A ' +
    'site_admin must choose a client.',
  access: 'staff',
  apiKeyScope: 'access_log:read',
  background: true,
  query: v.strictObject({
    /** `next` or `previous` of another page. */
    cursor: v.optional(v.pipe(v.string(), v.regex(logCursor))),
    per_page: PageQuery.per_page,
    ...logFilters,
  }),
  response: v.object({
    items: v.array(LogEntry),
    /**
     * The cursor of older entries; null where there are none. A page may be short or empty after a
     * long search: continue with the next one.
     */
    next: v.nullable(v.string()),
    /** The cursor of newer entries, also of future ones; null where the page is empty. */
    previous: v.nullable(v.string()),
    /** Whether newer entries exist already. */
    has_newer: v.boolean(),
    /** The range as moments; `to` is exclusive. */
    from: v.string(),
    to: v.string(),
    /** The days of its first and last moment in the zone. */
    first_day: v.string(),
    last_day: v.string(),
    time_zone: v.string(),
    as_of: v.string(),
  }),
  errors: ['client_not_chosen', 'time_out_of_range'],
})

export const LogRecord = v.object({
  id: v.string(),
  record: v.picklist(['visit', 'refused']),
  site_id: v.string(),
  site: v.string(),
  time_zone: v.string(),
  method: v.nullable(v.string()),
  source: v.picklist(['phone', 'kiosk', 'device', 'staff']),
  kind: v.picklist(['user', 'visitor']),
  user_id: v.nullable(v.string()),
  first_name: v.string(),
  last_name: v.string(),
  ...shownMobile,
  role_id: v.nullable(v.string()),
  role: v.nullable(v.string()),
  dependents: v.number(),
  /** The person visited, and their answer. */
  host: v.nullable(v.string()),
  host_answer: v.nullable(v.picklist(hostAnswers)),
  host_answered_at: v.nullable(v.string()),
  temperature: v.nullable(v.number()),
  result: v.picklist(logResults),
  /** When the person signed in, or was refused. */
  at: v.string(),
  /** When the server received it, where a kiosk sent it later. */
  received_at: v.nullable(v.string()),
  signed_out_at: v.nullable(v.string()),
  /** The same, and now, as the clock of the site shows it: `2026-11-20T17:05`. */
  signed_out_local: v.nullable(v.string()),
  now_local: v.string(),
  /** The moment of `now_local`. */
  as_of: v.string(),
  /** The person signed in on another phone too, before the sign-in, or before the departure. */
  other_phone: v.boolean(),
  left_by_other_phone: v.boolean(),
  /** Admitted with the mobile of an active ban and a similar name. Always false for an API key. */
  possible_ban_match: v.boolean(),
  after_refusal: v.boolean(),
  ended_as: v.nullable(v.picklist(['checked_out', 'superseded', 'assumed_left', 'by_staff'])),
  ended_at: v.nullable(v.string()),
  ended_by: v.nullable(v.string()),
  end_reason: v.string(),
  /** When a rule closed the visit, also where the departure was recorded later. */
  assumed_left_at: v.nullable(v.string()),
  /** The answers, with the question as it was asked. */
  answers: v.array(v.object({ question: v.string(), answer: v.string(), failed: v.boolean() })),
  /** Who changed what, oldest first. */
  corrections: v.array(v.object({ id: v.string(), at: v.string(), ...ToldCorrection.entries })),
  /** The roles of the site that a correction can name. */
  roles: v.array(v.object({ id: v.string(), name: v.string() })),
  /** The ban by which the attempt was refused. Always null for an API key. */
  ban_id: v.nullable(v.string()),
  /** Names and mobile were deleted at the end of their retention period. */
  is_anonymised: v.boolean(),
  can_correct: v.boolean(),
  /** Whether the caller manages the site, and may add notes. */
  can_manage: v.boolean(),
  /** Whether the caller may end the visit, where it is open. */
  can_check_out: v.boolean(),
  last_modified: v.string(),
})
export type LogRecord = v.InferOutput<typeof LogRecord>

export const getLogRecordEndpoint = endpoint({
  method: 'GET',
  path: '/access-log/:id',
  summary: 'Returns a visit or a refused attempt, with its answers, its end and its corrections.',
  access: 'staff',
  apiKeyScope: 'access_log:read',
  response: LogRecord,
  errors: ['client_not_chosen'],
})

export const Correction = v.strictObject({
  first_name: v.optional(FirstName),
  last_name: v.optional(LastName),
  mobile: v.optional(PhoneText),
  /** The id of a visitor role of the site; null for none. */
  role: v.optional(v.nullable(Uuid)),
  dependents: v.optional(Dependents),
  /** When the person left, as a moment or by the site's clock. It ends an open visit. */
  signed_out_at: v.optional(SiteTime),
  /** Why. A note alone changes nothing else. */
  note: v.pipe(lineOf(limits.reasonCharacters), v.minLength(1, say('reason_required'))),
})
export type Correction = v.InferOutput<typeof Correction>

export const correctVisitEndpoint = endpoint({
  method: 'POST',
  path: '/access-log/:id/corrections',
  summary:
    'Corrects a visit, or adds a note to a visit or a refused attempt. The log keeps earlier values. The ' +
    'name and mobile of a user come from the account.',
  access: 'manager',
  headers: IfMatchHeaders,
  body: Correction,
  response: LogRecord,
  errors: [
    'client_not_chosen',
    'changed_meanwhile',
    'conflict',
    'invalid_phone',
    'time_out_of_range',
    'wrong_status',
  ],
})

export const listLogMethodOptionsEndpoint = optionsEndpoint({
  path: '/access-log/methods',
  summary: 'Lists the sign-in methods to filter the log by: the first 50 matches by name.',
  access: 'staff',
})

export const listLogRoleOptionsEndpoint = optionsEndpoint({
  path: '/access-log/roles',
  summary: 'Lists the visitor roles to filter the log by: the first 50 matches by name, each name once.',
  access: 'staff',
})

export const listLogQuestionOptionsEndpoint = optionsEndpoint({
  path: '/access-log/questions',
  summary:
    'Lists the questions to filter the log by: the first 50 matches by name, archived ones last. Questions ' +
    'with the same text include their sites in the name.',
  access: 'staff',
})
