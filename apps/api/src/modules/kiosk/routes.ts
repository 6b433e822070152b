import { endpoints } from '@gatehouse/validation/endpoints/all'
import type { Router } from '../../plugins/route.ts'
import type { CheckOutTokens } from '../check-in/check-out-token.ts'
import type { DeviceTokens } from '../devices/device-tokens.ts'
import { pairKiosk } from '../devices/manage-device.ts'
import { createMethodDirectory } from '../sign-in-methods/queries.ts'
import { findOwnVisits } from './find-own-visit.ts'
import { recordKioskReport } from './kiosk-reports.ts'

export function registerKiosk(
  { route }: Router,
  { checkOutTokens, deviceTokens }: { checkOutTokens: CheckOutTokens; deviceTokens: DeviceTokens },
): void {
  const methods = createMethodDirectory()

  route(endpoints.findOwnVisit, async ({ ctx, body }) => ({
    visits: await findOwnVisits(ctx, { methods, checkOutTokens, deviceTokens }, body),
    time: ctx.now.toISOString(),
  }))

  route(endpoints.pairKiosk, async ({ ctx, body }) => ({
    kioskToken: await pairKiosk(ctx, deviceTokens, body),
  }))

  route(endpoints.reportKiosk, ({ ctx, body }) => recordKioskReport(ctx, methods, body))
}
