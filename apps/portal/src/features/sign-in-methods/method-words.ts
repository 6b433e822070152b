import type { PosterSize, SignInMethod } from '@gatehouse/validation/endpoints/sign-in-methods'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

export const sizeTitles: Record<PosterSize, MessageDescriptor> = {
  a4: msg`A4`,
  a5: msg`A5`,
  letter: msg`Letter`,
  card: msg`Table card`,
}

type Status = 'enabled' | 'disabled' | 'retired'

export const statusNames: Record<Status, MessageDescriptor> = {
  enabled: msg`Enabled`,
  disabled: msg`Disabled`,
  retired: msg`Retired`,
}

export function statusOf({ enabled, retired_at }: Pick<SignInMethod, 'enabled' | 'retired_at'>): Status {
  if (retired_at !== null) return 'retired'
  return enabled ? 'enabled' : 'disabled'
}
