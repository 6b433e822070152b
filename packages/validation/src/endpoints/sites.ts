import * as v from 'valibot'
import { creationEndpoint } from '../creation-endpoint.ts'
import { endpoint } from '../endpoint.ts'
import { say } from '../field-codes.ts'
import { FreeText, IfMatchHeaders, lineOf } from '../fields.ts'
import { limits } from '../limits.ts'
import { bulkEndpoint, listEndpoint } from '../list-endpoint.ts'
import { numberIn, wholeNumberIn } from '../number-range.ts'
import { photoTypes } from '../photo-types.ts'
import { Region, TimeZone } from '../places.ts'
import { calendarDayFrom } from '../time-fields.ts'
import { siteStatuses } from '../vocabulary.ts'

const line = lineOf(200)
const text = v.pipe(FreeText, v.trim())

/** Degrees Celsius with one decimal. */
const Celsius = v.pipe(
  numberIn(limits.readingCelsius),
  v.transform((celsius) => Math.round(celsius * 10) / 10),
)

const TimeOfDay = v.pipe(v.string(), v.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, say('time_invalid')))

/**
 * A site's opening hours on a day of the week; 1 is Monday. A closing time at or before the opening
 * time is on the next day.
 */
export const OpenHours = v.strictObject({
  day: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(7)),
  opens: TimeOfDay,
  closes: TimeOfDay,
})
export type OpenHours = v.InferOutput<typeof OpenHours>

const OpeningHours = v.pipe(
  v.array(OpenHours),
  v.maxLength(7),
  v.check((hours) => new Set(hours.map(({ day }) => day)).size === hours.length, say('day_twice')),
  v.transform((hours) => hours.toSorted((one, other) => one.day - other.day)),
)

const Hours = wholeNumberIn(limits.site.overdueHours)

export const siteFields = {
  name: v.pipe(line, v.minLength(1, say('site_name_required'))),
  description: text,
  address: line,
  comments: text,
  /** Null where it is not known. */
  installed_on: v.nullable(calendarDayFrom(1900)),
  time_zone: TimeZone,
  /** Parses numbers without a country code. */
  region: Region,
  low_temperature: Celsius,
  high_temperature: Celsius,
  overdue_after_hours: Hours,
  /** How long after a visit became overdue the person is assumed to have left; null for never. */
  assumed_left_after_hours: v.nullable(Hours),
  /** Empty where they are unknown. */
  opening_hours: OpeningHours,
  /** Known visitors use their saved roles. */
  questions_by_user: v.boolean(),
  /** The board also lists people who are away. */
  offline_users: v.boolean(),
}

export const SiteChanges = v.partial(v.strictObject(siteFields))
export type SiteChanges = v.InferOutput<typeof SiteChanges>

const { name, ...otherFields } = siteFields
/** Missing fields start with the client's values, or their defaults. */
export const NewSite = v.strictObject({ name, ...v.partial(v.object(otherFields)).entries })
export type NewSite = v.InferOutput<typeof NewSite>

export const Site = v.object({
  id: v.string(),
  client_name: v.string(),
  name: v.string(),
  description: v.string(),
  address: v.string(),
  comments: v.string(),
  installed_on: v.nullable(v.string()),
  time_zone: v.string(),
  region: v.string(),
  status: v.picklist(siteStatuses),
  /** How many are signed in. */
  on_site: v.number(),
  /**
   * The average number of distinct people per local day over the last 30 whole days, or since the
   * site was installed; one decimal. Null before the first whole day. Refused people don't count.
   */
  average_users: v.nullable(v.number()),
  /** Enabled methods; kiosks and devices only if they were heard of recently. */
  methods_online: v.number(),
  /** Methods that are not retired. */
  methods_total: v.number(),
  low_temperature: v.number(),
  high_temperature: v.number(),
  overdue_after_hours: v.number(),
  assumed_left_after_hours: v.nullable(v.number()),
  opening_hours: v.array(OpenHours),
  questions_by_user: v.boolean(),
  offline_users: v.boolean(),
  /** The picture on the site's kiosks. Its address is made by `pictureUrl`; null for none. */
  picture: v.nullable(v.string()),
  last_modified: v.string(),
})
export type Site = v.InferOutput<typeof Site>

export const listSitesEndpoint = listEndpoint({
  path: '/sites',
  summary:
    'Lists the sites that the caller can see, by name by default. Each has the number of people on site ' +
    'and the average per day.',
  access: 'staff',
  apiKeyScope: 'sites:read',
  item: Site,
  sort: ['name', 'address', 'time_zone', 'installed_on', 'status'],
  defaultSort: 'name',
  filters: { status: v.optional(v.picklist([...siteStatuses, 'all']), 'active') },
})

export const createSiteEndpoint = creationEndpoint({
  path: '/sites',
  summary: 'Creates a site in the caller’s client or the chosen client.',
  access: 'admin',
  body: NewSite,
  response: Site,
  errors: ['client_not_chosen', 'temperature_order', 'time_out_of_range', 'name_taken'],
})

export const getSiteEndpoint = endpoint({
  method: 'GET',
  path: '/sites/:id',
  summary: 'Returns a site, including an archived one.',
  access: 'staff',
  apiKeyScope: 'sites:read',
  response: Site,
})

export const updateSiteEndpoint = endpoint({
  method: 'PATCH',
  path: '/sites/:id',
  summary: 'Updates fields of a site.',
  access: 'admin',
  headers: IfMatchHeaders,
  body: SiteChanges,
  response: Site,
  errors: ['changed_meanwhile', 'temperature_order', 'time_out_of_range', 'name_taken'],
})

export const putSitePictureEndpoint = endpoint({
  method: 'PUT',
  path: '/sites/:id/picture',
  summary:
    'Sets the picture on the start screen of a site’s kiosks. The image is re-encoded, without any other ' +
    'data of the file.',
  access: 'admin',
  upload: { types: photoTypes, maxBytes: limits.photo.bytes },
  response: Site,
  errors: ['photo_type', 'photo_animated', 'photo_too_many_pixels', 'photo_unreadable'],
})

export const deleteSitePictureEndpoint = endpoint({
  method: 'DELETE',
  path: '/sites/:id/picture',
  summary: 'Deletes the picture on the start screen of a site’s kiosks.',
  access: 'admin',
  response: Site,
})

export const changeSitesEndpoint = bulkEndpoint(listSitesEndpoint, {
  summary:
    'Archives sites without people on them, or restores sites whose names are not in use. An archived site ' +
    'has no guest pages, and its board is closed. If people on a site prevent archiving it, the response ' +
    'names some of them.',
  access: 'admin',
  actions: ['archive', 'restore'],
  errors: ['name_taken'],
})
