import { exportEndpoint } from '../export-endpoint.ts'
import { listUsersEndpoint } from './users.ts'

/** In a file of its own, because few who open the list export it. */
export const exportUsersEndpoint = exportEndpoint(listUsersEndpoint, {
  summary: 'The users that match the search and the filters of the list, as CSV.',
})
