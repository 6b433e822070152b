import type * as declared from '@gatehouse/validation/endpoints/kiosk'
import { withoutSchemas } from '@gatehouse/api-client/without-schemas'

export const findOwnVisitEndpoint = withoutSchemas<typeof declared.findOwnVisitEndpoint>(
  { method: 'POST', path: '/checkin/own-visit' },
  'visits',
)
export const pairKioskEndpoint = withoutSchemas<typeof declared.pairKioskEndpoint>(
  { method: 'POST', path: '/checkin/kiosk-pairing' },
  'kioskToken',
)
export const reportKioskEndpoint = withoutSchemas<typeof declared.reportKioskEndpoint>(
  { method: 'POST', path: '/checkin/kiosk-report' },
  'time',
)
