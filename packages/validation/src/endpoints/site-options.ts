import { optionsEndpoint } from '../list-endpoint.ts'

export const listSiteOptionsEndpoint = optionsEndpoint({
  path: '/sites/options',
  summary:
    'The sites that one may filter by: the first 50 that match, by name, and the one of `chosen` before them.',
  access: 'staff',
})
