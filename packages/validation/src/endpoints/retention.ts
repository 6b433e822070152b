import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { IfMatchHeaders, Uuid } from '../fields.ts'
import { limits } from '../limits.ts'
import { rangeMessage, wholeNumberIn, wholeNumberTextIn } from '../number-range.ts'
import type { RetentionClass } from '../vocabulary.ts'

/** After how many days the data is deleted; null keeps it. */
const Days = v.nullable(wholeNumberIn(limits.retentionDays))

const byClass = <Value>(value: Value) =>
  ({ contact_days: value, answer_days: value, temperature_days: value, photo_days: value }) satisfies Record<
    `${RetentionClass}_days`,
    Value
  >

export const retentionFields = byClass(Days)
export const RetentionChanges = v.partial(v.strictObject(retentionFields))
export type RetentionChanges = v.InferOutput<typeof RetentionChanges>

export const Retention = v.object({
  client_name: v.string(),
  /** The zone for times of the whole client. */
  time_zone: v.string(),
  /** How many active sites the days apply to. */
  sites: v.number(),
  ...byClass(v.nullable(v.number())),
  /** The client's: its details are part of the same row. */
  last_modified: v.string(),
})
export type Retention = v.InferOutput<typeof Retention>

/** The client of this site; defaults to the chosen one, or the caller's own. */
const ofSite = { site: v.optional(Uuid) }

export const getRetentionEndpoint = endpoint({
  method: 'GET',
  path: '/settings/retention',
  summary: 'Returns for how many days a client keeps each class of personal data.',
  access: 'staff',
  query: v.strictObject(ofSite),
  response: Retention,
  errors: ['client_not_chosen'],
})

export const updateRetentionEndpoint = endpoint({
  method: 'PATCH',
  path: '/settings/retention',
  summary: 'Updates the days. The next run erases older data permanently.',
  access: 'admin',
  query: v.strictObject(ofSite),
  headers: IfMatchHeaders,
  body: RetentionChanges,
  response: Retention,
  errors: ['client_not_chosen', 'changed_meanwhile'],
})

/** Days in a query: a number, or `never`. */
const DaysInQuery = v.optional(
  v.union(
    [
      v.pipe(
        v.literal('never'),
        v.transform(() => null),
      ),
      wholeNumberTextIn(limits.retentionDays),
    ],
    rangeMessage(limits.retentionDays, 'whole'),
  ),
)

/** A bounded count. With `more`, counting stopped at `rows`. */
export const BoundedCount = v.object({ rows: v.number(), more: v.boolean() })
export type BoundedCount = v.InferOutput<typeof BoundedCount>

const ClassPreview = v.object({
  days: v.nullable(v.number()),
  /** What a run would erase in the whole client. */
  due: BoundedCount,
  /** What it would erase at the one site. Photos, events and emails belong to none. */
  due_at_site: v.nullable(BoundedCount),
  /** The oldest visit, refused attempt or photo that is kept. */
  oldest_kept: v.nullable(v.string()),
})
export const RetentionPreview = v.object({
  as_of: v.string(),
  contact: ClassPreview,
  answer: ClassPreview,
  temperature: ClassPreview,
  photo: ClassPreview,
})
export type RetentionPreview = v.InferOutput<typeof RetentionPreview>

export const previewRetentionEndpoint = endpoint({
  method: 'GET',
  path: '/settings/retention/preview',
  summary: 'Returns what a run would erase now, with the current days or with others.',
  access: 'admin',
  query: v.strictObject({ ...ofSite, ...byClass(DaysInQuery) }),
  response: RetentionPreview,
  errors: ['client_not_chosen'],
})

export const RetentionRun = v.object({
  id: v.string(),
  started_at: v.string(),
  /** Null where the run goes on, or was interrupted. */
  finished_at: v.nullable(v.string()),
  contact_rows: v.number(),
  answer_rows: v.number(),
  temperature_rows: v.number(),
  photo_rows: v.number(),
  /** How many steps failed; they are tried again. */
  failures: v.number(),
})

export type RetentionRun = v.InferOutput<typeof RetentionRun>

export const listRetentionRunsEndpoint = endpoint({
  method: 'GET',
  path: '/settings/retention/runs',
  summary:
    'Lists the last runs that erased data of a client, newest first, and returns the time of the next one.',
  access: 'admin',
  query: v.strictObject(ofSite),
  response: v.object({ items: v.array(RetentionRun), next_run_at: v.nullable(v.string()) }),
  errors: ['client_not_chosen'],
})
