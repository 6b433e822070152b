import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { logFilters } from './access-log.ts'

/** In a file of its own, because few who read the log export it. */
export const exportAccessLogEndpoint = endpoint({
  method: 'GET',
  path: '/access-log/export',
  summary:
    'Exports the log entries that match the filters, newest first, with one row per answer. The last line ' +
    'of an incomplete file says that it is incomplete.',
  access: 'staff',
  apiKeyScope: 'access_log:read',
  limit: { rule: 'exports' },
  query: v.strictObject({ format: v.optional(v.picklist(['csv', 'ndjson']), 'csv'), ...logFilters }),
  response: 'csv',
  errors: ['client_not_chosen', 'time_out_of_range', 'exports_busy'],
})
