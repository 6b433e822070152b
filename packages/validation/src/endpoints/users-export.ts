import { exportEndpoint } from '../export-endpoint.ts'
import { listUsersEndpoint } from './users.ts'

/** In a file of its own, because few who open the list export it. */
export const exportUsersEndpoint = exportEndpoint(listUsersEndpoint, {
  summary: 'Exports the users who match the search and filters of the list as CSV.',
})
