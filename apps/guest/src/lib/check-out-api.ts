import { withoutSchemas } from '@gatehouse/api-client/without-schemas'
import type * as declared from '@gatehouse/validation/endpoints/check-in'

// The first screen calls none of these endpoints.
export const getServerTimeEndpoint = withoutSchemas<typeof declared.getServerTimeEndpoint>(
  { method: 'GET', path: '/checkin/time' },
  'time',
)
export const checkOutEndpoint = withoutSchemas<typeof declared.checkOutEndpoint>(
  { method: 'POST', path: '/checkin/checkout' },
  'time',
)
