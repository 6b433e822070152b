import type { SignInMethod } from '@gatehouse/validation/endpoints/sign-in-methods'
import type { Kind } from '@gatehouse/ui/core/status-icon'
import type { settingsStates } from '@gatehouse/validation/vocabulary'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

type Status = 'enabled' | 'disabled' | 'retired'

export const statusNames: Record<Status, MessageDescriptor> = {
  enabled: msg`Enabled`,
  disabled: msg`Disabled`,
  retired: msg`Retired`,
}

/** The connection of a device. */
type DeviceState = 'unpaired' | 'never_seen' | 'online' | 'offline'

export const deviceStateNames: Record<DeviceState, MessageDescriptor> = {
  unpaired: msg`Not paired`,
  never_seen: msg`Never seen`,
  online: msg`Online`,
  offline: msg`Offline`,
}

export const deviceStateKinds: Record<DeviceState, Kind> = {
  unpaired: 'info',
  never_seen: 'info',
  online: 'good',
  offline: 'caution',
}

export function deviceStateOf({
  device,
  connected,
  last_seen,
}: Pick<SignInMethod, 'device' | 'connected' | 'last_seen'>): DeviceState {
  if (device === null) return 'unpaired'
  if (last_seen === null) return 'never_seen'
  return connected ? 'online' : 'offline'
}

export const settingsStateNames: Record<(typeof settingsStates)[number], MessageDescriptor> = {
  waiting: msg`Waiting for the device`,
  applied: msg`Applied`,
  refused: msg`Refused by the device`,
}

export function statusOf({ enabled, retired_at }: Pick<SignInMethod, 'enabled' | 'retired_at'>): Status {
  if (retired_at !== null) return 'retired'
  return enabled ? 'enabled' : 'disabled'
}
