import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { lineOf, ShownMobile, Uuid, shownMobile } from '../fields.ts'
import { Instant } from '../time-fields.ts'
import { musterLimits } from '../muster-limits.ts'
import { listEndpoint } from '../list-endpoint.ts'
import { markStates } from '../muster.ts'

export const Muster = v.object({
  id: v.string(),
  site_id: v.string(),
  site_name: v.string(),
  time_zone: v.string(),
  drill: v.boolean(),
  started_at: v.string(),
  /** When a drill became a real muster; null for any other muster. */
  became_real_at: v.nullable(v.string()),
  /** Who started it; null for an administrator of the installation. */
  started_by: v.nullable(v.string()),
  ended_at: v.nullable(v.string()),
  ended_by: v.nullable(v.string()),
  /** Ended automatically: nothing was marked for a day. */
  forgotten: v.boolean(),
  /** The people at its end, with their dependants; null while it runs. */
  safe: v.nullable(v.number()),
  missing: v.nullable(v.number()),
  total: v.nullable(v.number()),
})
export type Muster = v.InferOutput<typeof Muster>

/** A person who was on site when the muster began, came during it, or had left shortly before. */
export const RollEntry = v.object({
  /** As on the board. */
  id: v.string(),
  kind: v.picklist(['user', 'visitor']),
  first_name: v.string(),
  last_name: v.string(),
  role: v.nullable(v.string()),
  employee_number: v.nullable(v.string()),
  tel: v.nullable(ShownMobile),
  tel_masked: v.boolean(),
  phone_extension: v.nullable(v.string()),
  has_photo: v.boolean(),
  dependents: v.number(),
  signed_in_at: v.string(),
  /** When the person left, where they did. */
  left_at: v.nullable(v.string()),
  /** The person left before the muster began, and is not counted. */
  had_left: v.boolean(),
  /** The person signed in on another phone too, so they may be there. */
  left_by_other_phone: v.boolean(),
})
export type RollEntry = v.InferOutput<typeof RollEntry>

const MarkText = lineOf(musterLimits.textCharacters)

/** A mark as a phone sends it. */
export const NewMark = v.strictObject({
  /** A UUIDv7 generated on the phone. A mark is stored once, however often it is sent. */
  id: Uuid,
  person_id: Uuid,
  state: v.picklist(['safe', 'help_needed', 'help_given', 'point', 'note', 'unlisted', 'undone']),
  at: Instant,
  /** The earlier marks of the person that it undoes, settles or replaces. */
  targets: v.optional(v.pipe(v.array(Uuid), v.maxLength(musterLimits.targets)), []),
  point_id: v.optional(v.nullable(Uuid), null),
  /** The note, or the name of an unlisted person. */
  text: v.optional(MarkText, ''),
})
export type NewMark = v.InferInput<typeof NewMark>

const NewMarks = v.pipe(v.array(NewMark), v.maxLength(musterLimits.marksPerCall))

export const StoredMark = v.object({
  id: v.string(),
  person_id: v.string(),
  state: v.picklist(markStates),
  at: v.string(),
  by: v.nullable(v.string()),
  targets: v.array(v.string()),
  point_id: v.nullable(v.string()),
  text: v.string(),
  received_at: v.string(),
  is_flagged: v.boolean(),
})
export type StoredMark = v.InferOutput<typeof StoredMark>

/** A running muster: all of it, or what has changed since a version. */
export const MusterState = v.object({
  muster: Muster,
  /** The version up to which the marks are included. */
  version: v.number(),
  /** There are marks of later versions: request them at once, with `after`. */
  has_more: v.boolean(),
  roll: v.array(RollEntry),
  marks: v.array(StoredMark),
  points: v.array(v.object({ id: v.string(), name: v.string(), place: v.string() })),
  /** The users who have marked people. */
  wardens: v.array(v.object({ id: v.string(), name: v.string() })),
  /** Whether the reader may mark people. */
  can_mark: v.boolean(),
  /** With it the reader can submit marks without a session; null where the reader may not mark. */
  hand_in_token: v.nullable(v.string()),
})
export type MusterState = v.InferOutput<typeof MusterState>

/** A muster in a list that may span several clients. */
export const ListedMuster = v.object({ ...Muster.entries, client_name: v.string() })
export type ListedMuster = v.InferOutput<typeof ListedMuster>

/** The phone's clock when it sends, to correct the times of its marks. */
const SentAt = v.optional(Instant)
/** When the phone started the muster itself. Marks older than the muster are flagged. */
const StartedAt = v.optional(Instant)
const HandInToken = v.pipe(v.string(), v.maxLength(300))

export const listMustersEndpoint = listEndpoint({
  path: '/musters',
  summary: 'Lists the musters and drills of the sites that the caller can see, newest first by default.',
  access: 'staff',
  // Every page of the portal polls the running ones.
  background: true,
  item: ListedMuster,
  sort: ['started_at'],
  defaultSort: 'started_at desc',
  filters: {
    site: v.optional(Uuid),
    drill: v.optional(v.picklist(['true', 'false'])),
    running: v.optional(v.picklist(['true', 'false'])),
  },
})

export const startMusterEndpoint = endpoint({
  method: 'POST',
  path: '/musters',
  summary: 'Starts a muster at a site, or joins the one that is running there.',
  access: 'staff',
  body: v.strictObject({
    site_id: Uuid,
    drill: v.boolean(),
    /** When a phone started it without a network. */
    started_at: v.optional(Instant),
    /** When the phone also ended it. It is then only recorded, and no one is notified. */
    ended_at: v.optional(Instant),
    sent_at: SentAt,
    /** The site's token that the phone had then: it identifies who started the muster. */
    hand_in_token: v.optional(HandInToken),
  }),
  response: Muster,
  errors: ['muster_over'],
})

export const getRunningMusterEndpoint = endpoint({
  method: 'GET',
  path: '/board/:siteId/muster',
  summary: 'Returns the running muster of a site, or null if there is none.',
  access: 'board',
  background: true,
  response: v.object({
    muster: v.nullable(Muster),
    can_start: v.boolean(),
    /**
     * With it a phone can submit the marks of a muster that it started without a network, also
     * without a session. Null where the reader may not start one.
     */
    hand_in_token: v.nullable(v.string()),
  }),
})

const readsMuster = {
  method: 'GET',
  background: true,
  etag: true,
  query: v.strictObject({
    after: v.optional(v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number)), '0'),
  }),
  response: MusterState,
} as const

export const getMusterEndpoint = endpoint({
  ...readsMuster,
  path: '/musters/:id',
  summary: 'Returns a muster with its roll and marks, or the changes since a version, with a strong ETag.',
  access: 'person',
})

export const getMusterOfBoardEndpoint = endpoint({
  ...readsMuster,
  path: '/board/musters/:id',
  summary: 'Returns a muster as `GET /musters/{id}` does. It is also open to the screen of a board.',
  access: 'board',
})

export const addMusterMarksEndpoint = endpoint({
  method: 'POST',
  path: '/musters/:id/marks',
  summary: 'Adds marks to a muster. Each mark is stored once, however often it is sent.',
  access: 'staff',
  query: v.strictObject({ sent_at: SentAt, started_at: StartedAt }),
  body: NewMarks,
  response: v.object({ version: v.number() }),
  errors: ['muster_over', 'too_many_marks', 'too_many_notes'],
})

export const handInMarksEndpoint = endpoint({
  method: 'POST',
  path: '/musters/hand-in',
  summary:
    'Adds the marks of a phone whose session has ended. Marks of a person who is not a warden are flagged.',
  access: 'public',
  body: v.strictObject({
    token: HandInToken,
    marks: NewMarks,
    sent_at: SentAt,
    /** The muster of the marks, where the phone knows it. It belongs to the token's site. */
    muster_id: v.optional(Uuid),
    /** Where the phone does not know it, the marks belong to the muster held at that time. */
    started_at: StartedAt,
    /** When the phone ended its own: the marks belong to none that began later. */
    ended_at: v.optional(Instant),
    drill: v.optional(v.boolean(), false),
  }),
  response: v.object({
    version: v.number(),
    /** The author is no warden of the site any more: only marks that raise an alarm count. */
    flagged: v.boolean(),
  }),
  errors: ['not_found', 'muster_over', 'too_many_marks', 'too_many_notes'],
})

export const endMusterEndpoint = endpoint({
  method: 'POST',
  path: '/musters/:id/end',
  summary: 'Ends a muster. Marks that phones made before the end are still accepted.',
  access: 'staff',
  response: Muster,
})

export const ReportedPerson = v.object({
  id: v.string(),
  /** The last name first. */
  name: v.string(),
  kind: v.picklist(['user', 'visitor', 'unlisted']),
  role: v.nullable(v.string()),
  ...shownMobile,
  dependents: v.number(),
  outcome: v.picklist(['safe', 'missing', 'left', 'withdrawn', 'not_counted']),
  signed_in_at: v.nullable(v.string()),
  left_at: v.nullable(v.string()),
  left_by_other_phone: v.boolean(),
  safe_at: v.nullable(v.string()),
  safe_by: v.nullable(v.string()),
  /**
   * From the start of the muster to the tick; for a drill that became real, from then. Null also
   * for people seen before.
   */
  seconds: v.nullable(v.number()),
  said_safe_at: v.nullable(v.string()),
  /** Several phones have signed in to the stay, so another person may have reported it. */
  said_safe_by_other_phone: v.boolean(),
  /** The author of a mark is empty for an administrator of the installation. */
  help_needed_at: v.nullable(v.string()),
  help_needed_by: v.nullable(v.string()),
  help_given_at: v.nullable(v.string()),
  help_given_by: v.nullable(v.string()),
  /** For a person who was not on the list and was added by name. */
  added_at: v.nullable(v.string()),
  added_by: v.nullable(v.string()),
  point: v.nullable(v.string()),
  point_at: v.nullable(v.string()),
  point_by: v.nullable(v.string()),
  notes: v.array(v.object({ text: v.string(), at: v.string(), by: v.string() })),
  /** How many marks are from someone who was not logged in as a warden, or predate the muster. */
  flagged: v.number(),
  /** How many of those predate the muster. */
  flagged_before: v.number(),
  flagged_marks: v.array(
    v.object({
      state: v.picklist(markStates),
      text: v.string(),
      at: v.string(),
      by: v.string(),
      is_before: v.boolean(),
      /** Marks that raise an alarm count from anyone. */
      is_counted: v.boolean(),
    }),
  ),
})
export type ReportedPerson = v.InferOutput<typeof ReportedPerson>

export const MusterReport = v.object({
  muster: Muster,
  safe: v.number(),
  missing: v.number(),
  total: v.number(),
  people: v.array(ReportedPerson),
  /** The number of ticks by warden. */
  wardens: v.array(v.object({ name: v.string(), ticks: v.number() })),
})
export type MusterReport = v.InferOutput<typeof MusterReport>

export const getMusterReportEndpoint = endpoint({
  method: 'GET',
  path: '/musters/:id/report',
  summary: 'Returns the report of a muster: who was found, by whom, when and how fast, and who is missing.',
  access: 'staff',
  response: MusterReport,
})

export const exportMusterReportEndpoint = endpoint({
  method: 'GET',
  path: '/musters/:id/report/export',
  summary: 'Exports the report of a muster as CSV, with one row per person.',
  access: 'staff',
  limit: { rule: 'exports' },
  response: 'csv',
})
