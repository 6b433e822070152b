import { endpoints } from '@gatehouse/validation/endpoints/all'
import type { Router } from '../../../plugins/route.ts'
import { listOwnSessions, listRememberedDevices } from './queries.ts'
import { forgetOwnDevice, logOutEverywhere, revokeOwnSession } from './revoke.ts'

export function registerSessions({ route }: Router): void {
  route(endpoints.listOwnSessions, ({ query, ctx }) => listOwnSessions(ctx, query))
  route(endpoints.revokeOwnSession, ({ params, ctx }) => revokeOwnSession(ctx, params.id))
  route(endpoints.logOutEverywhere, ({ ctx }) => logOutEverywhere(ctx))
  route(endpoints.listRememberedDevices, ({ query, ctx }) => listRememberedDevices(ctx, query))
  route(endpoints.forgetDevice, ({ params, ctx }) => forgetOwnDevice(ctx, params.id))
}
