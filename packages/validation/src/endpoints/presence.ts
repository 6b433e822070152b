import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { PageQuery, SortQuery, Uuid } from '../fields.ts'
import { ShownMobile } from '../shown-mobile.ts'

export const PresentPerson = v.object({
  id: v.string(),
  first_name: v.string(),
  last_name: v.string(),
  kind: v.picklist(['user', 'visitor']),
  role: v.nullable(v.string()),
  site_id: v.string(),
  site_name: v.string(),
  time_zone: v.string(),
  method: v.nullable(v.string()),
  signed_in_at: v.string(),
  mobile: v.nullable(ShownMobile),
  mobile_masked: v.boolean(),
  dependents: v.number(),
  state: v.picklist(['on_site', 'overdue']),
})
export type PresentPerson = v.InferOutput<typeof PresentPerson>

export const presenceSortFields = ['signed_in_at', 'name', 'site', 'role'] as const

export const listPresentEndpoint = endpoint({
  method: 'GET',
  path: '/presence',
  summary: 'Who is on the sites that the person may see: a page of them, and how many in all.',
  access: 'staff',
  polled: true,
  query: v.strictObject({
    ...PageQuery,
    sort: SortQuery(presenceSortFields, 'signed_in_at'),
    site: v.optional(Uuid),
    kind: v.optional(v.picklist(['user', 'visitor'])),
    state: v.optional(v.picklist(['on_site', 'overdue'])),
  }),
  response: v.object({
    items: v.array(PresentPerson),
    total: v.number(),
    people: v.number(),
    refused_today: v.number(),
    as_of: v.string(),
    time_zone: v.string(),
    sites: v.array(v.object({ id: v.string(), name: v.string() })),
  }),
  errors: ['not_found'],
})
