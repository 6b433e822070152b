import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { PageQuery, Uuid } from '../fields.ts'

export const SiteOption = v.object({ id: v.string(), name: v.string() })
export type SiteOption = v.InferOutput<typeof SiteOption>

export const listSiteOptionsEndpoint = endpoint({
  method: 'GET',
  path: '/sites/options',
  summary: 'The sites to choose from in a filter: the first 50 that match, by name, and the one of `chosen` before them.',
  access: 'staff',
  query: v.strictObject({ search: PageQuery.search, chosen: v.optional(Uuid) }),
  response: v.object({ items: v.array(SiteOption), has_more: v.boolean() }),
  errors: [],
})
