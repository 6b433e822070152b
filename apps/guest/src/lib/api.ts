import { clientOver } from '@gatehouse/api-client/client-over'
import { fetchTransport } from '@gatehouse/api-client/fetch-transport'
import { checkField, withoutSchemas } from '@gatehouse/api-client/without-schemas'
import type * as declared from '@gatehouse/validation/endpoints/check-in'

/** A slow network may take half a minute. Until then the screens show that they are waiting. */
const TIMEOUT_MS = 90_000

export const api = clientOver(fetchTransport(TIMEOUT_MS), { checkResponse: checkField })

export const getMachineDataEndpoint = withoutSchemas<typeof declared.getMachineDataEndpoint>(
  { method: 'GET', path: '/checkin/machine-data' },
  'siteName',
)
export const findUserDataEndpoint = withoutSchemas<typeof declared.findUserDataEndpoint>(
  { method: 'POST', path: '/checkin/user-data' },
  'questions',
)
export const submitCheckInEndpoint = withoutSchemas<typeof declared.submitCheckInEndpoint>(
  { method: 'POST', path: '/checkin' },
  'submissionTime',
)
