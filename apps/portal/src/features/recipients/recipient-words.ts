import type { NotificationChannel } from '@gatehouse/validation/notification-events'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'

export const channelLabels: Record<NotificationChannel, MessageDescriptor> = {
  bell: msg`Notifications`,
  mail: msg`Email`,
  text: msg`Text message`,
}

/** Names channels in a text. */
export function useChannelNames(): (channels: readonly NotificationChannel[] | undefined) => string {
  const { t } = useLingui()
  return (channels = []) => channels.map((channel) => t(channelLabels[channel])).join(', ')
}
