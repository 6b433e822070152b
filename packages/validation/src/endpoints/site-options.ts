import * as v from 'valibot'
import { Uuid } from '../fields.ts'
import { optionsEndpoint } from '../list-endpoint.ts'

const options = optionsEndpoint({
  path: '/sites/options',
  summary:
    'The sites that one may filter by: the first 50 that match, by name, and the one of `chosen` before them. With `beside`: the other sites of the client of that site.',
  access: 'staff',
})

export const listSiteOptionsEndpoint = {
  ...options,
  query: v.strictObject({ ...options.query.entries, beside: v.optional(Uuid) }),
}
