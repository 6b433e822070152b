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
      'Lists the sites to filter by: the first 50 matches by name, after the one of `chosen`. With ' +
      '`beside`, it lists the other sites of that site’s client.',
    access: 'staff',
  }),
)

export const listRecordSiteOptionsEndpoint = withBeside(
  optionsEndpoint({
    path: '/sites/record-options',
    summary:
      'Works like `GET /sites/options`, for the access log and reports. It lists the sites whose records ' +
      'the caller can read; for admins also archived sites.',
    access: 'staff',
  }),
)
