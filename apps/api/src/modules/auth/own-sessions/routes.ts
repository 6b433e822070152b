import {
  forgetDeviceEndpoint,
  listOwnSessionsEndpoint,
  listRememberedDevicesEndpoint,
  logOutEverywhereEndpoint,
  revokeOwnSessionEndpoint,
} from '@gatehouse/validation/endpoints/own-sessions'
import type { Router } from '../../../plugins/route.ts'
import { listOwnSessions, listRememberedDevices } from './queries.ts'
import { forgetOwnDevice, logOutEverywhere, revokeOwnSession } from './revoke.ts'

export function registerSessions({ route }: Router): void {
  route(listOwnSessionsEndpoint, ({ query, ctx }) => listOwnSessions(ctx, query))
  route(revokeOwnSessionEndpoint, ({ params, ctx }) => revokeOwnSession(ctx, params.id))
  route(logOutEverywhereEndpoint, ({ ctx }) => logOutEverywhere(ctx))
  route(listRememberedDevicesEndpoint, ({ query, ctx }) => listRememberedDevices(ctx, query))
  route(forgetDeviceEndpoint, ({ params, ctx }) => forgetOwnDevice(ctx, params.id))
}
