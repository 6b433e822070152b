import { findOwnVisitEndpoint, reportKioskEndpoint } from '@gatehouse/validation/endpoints/kiosk'
import type { Router } from '../../plugins/route.ts'
import type { CheckOutTokens } from '../check-in/check-out-token.ts'
import { createMethodDirectory } from '../sign-in-methods/method-directory.ts'
import { findOwnVisits } from './find-own-visit.ts'
import { recordKioskReport } from './kiosk-reports.ts'

export function registerKiosk(
  { route }: Router,
  { checkOutTokens }: { checkOutTokens: CheckOutTokens },
): void {
  const methods = createMethodDirectory()

  route(findOwnVisitEndpoint, async ({ ctx, body }) => ({
    visits: await findOwnVisits(ctx, { methods, checkOutTokens }, body),
  }))

  route(reportKioskEndpoint, ({ ctx, body }) => recordKioskReport(ctx, methods, body))
}
