import type { AlertState } from '@gatehouse/validation/endpoints/notification-recipients'
import type { NotificationChannel } from '@gatehouse/validation/notification-events'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

export const channelLabels: Record<NotificationChannel, MessageDescriptor> = {
  bell: msg`Notifications`,
  mail: msg`Email`,
  text: msg`Text message`,
}

export const stateLabels: Record<AlertState, MessageDescriptor> = {
  waiting: msg`Waiting`,
  delivered: msg`Delivered`,
  failed: msg`Failed`,
}
