import { endpoints } from '@gatehouse/validation/endpoints/all'
import type { Router } from '../../plugins/route.ts'
import { toMethodResponse } from '../sign-in-methods/responses.ts'
import type { DeviceTokens } from './device-tokens.ts'
import { commandDevice, noteCartridgeReplaced, issuePairingCode, unpairDevice } from './manage-device.ts'

export function registerDevices(
  { route }: Router,
  { tokens, publicUrl }: { tokens: DeviceTokens; publicUrl: string },
): void {
  route(endpoints.issuePairingCode, async ({ ctx, params }) => {
    const { code, expiresAt } = await issuePairingCode(ctx, tokens, params.id)
    return { code, expires_at: expiresAt.toISOString() }
  })
  route(endpoints.unpairDevice, ({ ctx, params }) => unpairDevice(ctx, params.id))
  route(endpoints.commandDevice, ({ ctx, params, body }) => commandDevice(ctx, params.id, body.command))
  route(endpoints.replaceCartridge, async ({ ctx, params }) =>
    toMethodResponse(await noteCartridgeReplaced(ctx, params.id), publicUrl),
  )
}
