import { exportEndpoint } from '../export-endpoint.ts'
import { listPresentEndpoint } from './presence.ts'

/** In a file of its own, because few who open the list export it. */
export const exportPresenceEndpoint = exportEndpoint(listPresentEndpoint, {
  summary: 'Exports the people on site who match the search and filters of the list as CSV.',
})
