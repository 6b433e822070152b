import type { HealthQueue, HealthState } from '@gatehouse/validation/endpoints/system-health'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

export const stateLabels: Record<HealthState, MessageDescriptor> = {
  good: msg`OK`,
  attention: msg`Needs attention`,
  failed: msg`Does not work`,
  unused: msg`Not set up`,
}

export const stateBadges = {
  good: 'good',
  attention: 'caution',
  failed: 'danger',
  unused: 'neutral',
} as const satisfies Record<HealthState, string>

export const queueLabels: Record<HealthQueue, MessageDescriptor> = {
  mail: msg`Emails`,
  text: msg`Text messages`,
  notice: msg`Notifications`,
  event: msg`Events for webhooks`,
  webhook: msg`Deliveries to webhooks`,
}
