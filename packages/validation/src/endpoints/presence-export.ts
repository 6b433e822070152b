import { exportEndpoint } from '../export-endpoint.ts'
import { listPresentEndpoint } from './presence.ts'

/** In a file of its own, because few who open the list export it. */
export const exportPresenceEndpoint = exportEndpoint(listPresentEndpoint, {
  summary: 'The people on site that match the search and the filters of the list, as CSV.',
})
