import * as v from 'valibot'
import { Uuid } from '../fields.ts'
import { optionsEndpoint } from '../list-endpoint.ts'

const withBeside = <Options extends ReturnType<typeof optionsEndpoint>>(options: Options) => ({
  ...options,
  query: v.strictObject({ ...options.query.entries, beside: v.optional(Uuid) }),
})

export const listSiteOptionsEndpoint = withBeside(
  optionsEndpoint({
    path: '/sites/options',
    summary:
      'The sites that one may filter by: the first 50 that match, by name, and the one of `chosen` before them. With `beside`: the other sites of the client of that site.',
    access: 'staff',
  }),
)

export const listRecordSiteOptionsEndpoint = withBeside(
  optionsEndpoint({
    path: '/sites/record-options',
    summary:
      'The same for the access log and reports: the sites whose records one may read, for admins archived ones too.',
    access: 'staff',
  }),
)
