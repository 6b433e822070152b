import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { PageQuery } from '../fields.ts'

/** What the global search finds, in display order. */
export const searchKinds = ['present', 'left', 'user', 'site', 'sign_in_method', 'client'] as const
export type SearchKind = (typeof searchKinds)[number]

export const FoundItem = v.object({
  kind: v.picklist(searchKinds),
  id: v.string(),
  name: v.string(),
  /** Distinguishes it from others of the same name: an email, a site, a company number. */
  detail: v.string(),
  /** For people on site and visitors who left today: where, and since when or at what time. */
  stay: v.nullable(v.object({ site_id: v.string(), at: v.string(), time_zone: v.string() })),
})
export type FoundItem = v.InferOutput<typeof FoundItem>

export const searchEverythingEndpoint = endpoint({
  method: 'GET',
  path: '/search',
  summary:
    'Lists the first few people on site, visitors who left today, users, sites, sign-in methods and clients ' +
    'whose names contain every word of the search, or whose mobile contains its digits where the caller may ' +
    'read the mobile.',
  access: 'staff',
  query: v.strictObject({ search: PageQuery.search }),
  response: v.object({ items: v.array(FoundItem) }),
})
