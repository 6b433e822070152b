import {
  commandDeviceEndpoint,
  issuePairingCodeEndpoint,
  replaceCartridgeEndpoint,
  unpairDeviceEndpoint,
} from '@gatehouse/validation/endpoints/sign-in-methods'
import type { Router } from '../../plugins/route.ts'
import { toMethodResponse } from '../sign-in-methods/responses.ts'
import type { DeviceTokens } from './device-tokens.ts'
import { commandDevice, noteCartridgeReplaced, issuePairingCode, unpairDevice } from './manage-device.ts'

export function registerDevices(
  { route }: Router,
  { tokens, publicUrl }: { tokens: DeviceTokens; publicUrl: string },
): void {
  route(issuePairingCodeEndpoint, async ({ ctx, params }) => {
    const { code, expiresAt } = await issuePairingCode(ctx, tokens, params.id)
    return { code, expires_at: expiresAt.toISOString() }
  })
  route(unpairDeviceEndpoint, ({ ctx, params }) => unpairDevice(ctx, params.id))
  route(commandDeviceEndpoint, ({ ctx, params, body }) => commandDevice(ctx, params.id, body.command))
  route(replaceCartridgeEndpoint, async ({ ctx, params }) =>
    toMethodResponse(await noteCartridgeReplaced(ctx, params.id), publicUrl),
  )
}
