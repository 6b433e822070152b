import * as v from 'valibot'
import { creationEndpoint } from '../creation-endpoint.ts'
import { endpoint } from '../endpoint.ts'
import { say } from '../field-codes.ts'
import { FirstName, IfMatchHeaders, LastName, lineOf, PhoneText, Uuid, shownMobile, idOf } from '../fields.ts'
import { SiteTime } from '../time-fields.ts'
import { limits } from '../limits.ts'
import { listEndpoint } from '../list-endpoint.ts'
import { wholeNumberIn } from '../number-range.ts'

export const banStates = ['in_force', 'coming', 'over'] as const
export type BanState = (typeof banStates)[number]

/** `expired`: no one decided in time. */
export const exceptionStates = ['waiting', 'granted', 'refused', 'over', 'expired'] as const
export type ExceptionState = (typeof exceptionStates)[number]

export const BanException = v.object({
  id: v.string(),
  site_id: v.string(),
  site: v.string(),
  reason: v.string(),
  /** How long it lasts from when it is granted. */
  hours: v.number(),
  state: v.picklist(exceptionStates),
  asked_by: v.nullable(v.string()),
  asked_at: v.string(),
  decided_by: v.nullable(v.string()),
  decided_at: v.nullable(v.string()),
  until: v.nullable(v.string()),
  /** Whether the caller requested it, so that another person has to grant it. */
  is_own: v.boolean(),
  can_decide: v.boolean(),
})
export type BanException = v.InferOutput<typeof BanException>

export const Ban = v.object({
  id: v.string(),
  client_id: v.string(),
  client_name: v.string(),
  /** Names and reason are empty where they were deleted. */
  first_name: v.string(),
  last_name: v.string(),
  ...shownMobile,
  user_id: v.nullable(v.string()),
  /** Null for all sites. */
  site_id: v.nullable(v.string()),
  site: v.nullable(v.string()),
  /** Of the site, or of the client where it is for all sites. */
  time_zone: v.string(),
  reason: v.string(),
  from: v.string(),
  /** Null for a ban with no end. */
  until: v.nullable(v.string()),
  /** The same as the clock shows it: `2026-11-20T17:05`. */
  from_local: v.string(),
  until_local: v.nullable(v.string()),
  state: v.picklist(banStates),
  lifted: v.boolean(),
  lifted_at: v.nullable(v.string()),
  lifted_by: v.nullable(v.string()),
  created_by: v.nullable(v.string()),
  created_at: v.string(),
  /** The latest first. */
  exceptions: v.array(BanException),
  /** Whether the caller may change it. A manager of a site may request an exception there. */
  can_manage: v.boolean(),
  /** The caller may not, because an admin set it and the caller isn't one. */
  needs_admin: v.boolean(),
  last_modified: v.string(),
})
export type Ban = v.InferOutput<typeof Ban>

const Reason = v.pipe(lineOf(limits.reasonCharacters), v.minLength(1, say('reason_required')))

/** Null for all sites. */
const Place = v.nullable(idOf('site_unknown'))

const person = { first_name: FirstName, last_name: LastName, mobile: PhoneText }
const user = { user_id: idOf('person_required') }

const terms = {
  site_id: Place,
  reason: Reason,
  /** Defaults to now. */
  from: v.optional(SiteTime),
  /** Defaults to no end. */
  until: v.optional(v.nullable(SiteTime), null),
}

/** The times are only validated: whom a ban refuses depends on the site. */
const previewed = { site_id: Place, from: terms.from, until: v.optional(v.nullable(SiteTime)) }

/** A ban on anyone with this name and mobile. */
export const BanOfPerson = v.strictObject({ ...person, ...terms })
export const BanOfUser = v.strictObject({ ...user, ...terms })
const NewBan = v.union([BanOfPerson, BanOfUser])
export type NewBan = v.InferOutput<typeof NewBan>

export const BanChanges = v.strictObject({
  site_id: v.optional(Place),
  reason: v.optional(Reason),
  from: v.optional(SiteTime),
  until: v.optional(v.nullable(SiteTime)),
})
export type BanChanges = v.InferOutput<typeof BanChanges>

const path = '/bans'
const writeErrors = ['client_not_chosen', 'site_required', 'time_out_of_range', 'type_too_high'] as const

export const listBansEndpoint = listEndpoint({
  path,
  summary:
    'Lists the bans at the sites that the caller can see and at all sites, latest start first by default.',
  access: 'staff',
  item: Ban,
  sort: ['from', 'until', 'name', 'created_at'],
  defaultSort: 'from desc',
  filters: {
    site: v.optional(Uuid),
    state: v.optional(v.picklist(banStates)),
  },
})

export const createBanEndpoint = creationEndpoint({
  path,
  summary: 'Bans a user, or a person by name and mobile, from one site. Only admins can ban from all sites.',
  access: 'manager',
  body: NewBan,
  response: Ban,
  errors: [...writeErrors, 'invalid_phone', 'own_account'],
})

export const previewBanEndpoint = endpoint({
  method: 'POST',
  path: `${path}/preview`,
  summary:
    'Returns the people whom a ban would have refused in the last year, among the visits whose names are ' +
    'still stored.',
  access: 'manager',
  body: v.union([v.strictObject({ ...person, ...previewed }), v.strictObject({ ...user, ...previewed })]),
  response: v.object({
    /** The first of them, latest visit first. */
    people: v.array(
      v.object({
        first_name: v.string(),
        last_name: v.string(),
        kind: v.picklist(['user', 'visitor']),
        visits: v.number(),
        last_at: v.string(),
      }),
    ),
    /** How many people and visits there are. */
    total: v.number(),
    visits: v.number(),
    /** The number has more people than are checked. */
    is_cut: v.boolean(),
    /** How many of them are on site now. A ban does not sign them out. */
    on_site: v.number(),
    /** How many active bans already refuse this person there. */
    bans: v.number(),
  }),
  errors: ['client_not_chosen', 'site_required', 'invalid_phone', 'time_out_of_range'],
})

export const getBanEndpoint = endpoint({
  method: 'GET',
  path: `${path}/:id`,
  summary: 'Returns a ban.',
  access: 'staff',
  response: Ban,
})

export const updateBanEndpoint = endpoint({
  method: 'PATCH',
  path: `${path}/:id`,
  summary: 'Updates the site, the times or the reason of a ban. The banned person cannot be changed.',
  access: 'manager',
  headers: IfMatchHeaders,
  body: BanChanges,
  response: Ban,
  errors: ['changed_meanwhile', 'site_required', 'time_out_of_range', 'ban_over'],
})

export const liftBanEndpoint = endpoint({
  method: 'POST',
  path: `${path}/:id/lift`,
  summary: 'Ends a ban immediately.',
  access: 'manager',
  body: v.strictObject({ reason: Reason }),
  response: Ban,
  errors: ['ban_over'],
})

export const NewBanException = v.strictObject({
  site_id: idOf('site_required'),
  hours: wholeNumberIn({ min: 1, max: limits.banExceptionHours }),
  reason: Reason,
})
export type NewBanException = v.InferOutput<typeof NewBanException>

export const askBanExceptionEndpoint = creationEndpoint({
  path: `${path}/:id/exceptions`,
  summary:
    'Requests an exception to a ban: the person may enter one site for a number of hours. Another person ' +
    'must grant it.',
  access: 'manager',
  body: NewBanException,
  response: Ban,
  errors: ['ban_over'],
})

export const decideBanExceptionEndpoint = endpoint({
  method: 'PATCH',
  path: `${path}/:id/exceptions/:exceptionId`,
  summary: 'Grants or refuses an exception that another person requested, or ends a granted one.',
  access: 'manager',
  body: v.strictObject({ granted: v.boolean() }),
  response: Ban,
  errors: ['second_person_required', 'wrong_status', 'ban_over'],
})
