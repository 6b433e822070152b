import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { logFilters } from './access-log.ts'

/** In a file of its own, because few who read the log export it. */
export const exportAccessLogEndpoint = endpoint({
  method: 'GET',
  path: '/access-log/export',
  summary:
    'The entries of the log that match the filters, the latest first, with a row for each answer. A file that could not be finished says so in its last line.',
  access: 'staff',
  apiKeyScope: 'access_log:read',
  limit: { rule: 'exports' },
  query: v.strictObject({ format: v.optional(v.picklist(['csv', 'ndjson']), 'csv'), ...logFilters }),
  response: 'csv',
  errors: ['client_not_chosen', 'time_out_of_range', 'exports_busy'],
})
