import type { DeliveryOutcome } from '@gatehouse/validation/endpoints/webhooks'
import {
  type DeviceStateEvent,
  isChangeEvent,
  type logHeadEvent,
  type SentEvent,
  type testEvent,
  type VisitEvent,
} from '@gatehouse/validation/webhooks'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { actionLabels } from '../../lib/audit-log/action-labels.ts'

const ownLabels: Record<
  VisitEvent | DeviceStateEvent | typeof logHeadEvent | typeof testEvent,
  MessageDescriptor
> = {
  'visitor.signed_in': msg`A person signed in`,
  'visitor.signed_out': msg`A person left, or a visit ended automatically`,
  'visitor.refused': msg`A sign-in was refused`,
  'device.offline': msg`A device went offline`,
  'device.back': msg`A device is back`,
  'device.copied': msg`Two devices use the same token`,
  'device.low_pressure': msg`The pressure of a device is low`,
  'device.filter_cartridge': msg`A filter cartridge may require replacement`,
  'log.head': msg`Daily proof of the access log`,
  'webhook.test': msg`Test`,
}

const mailLabels: Record<string, MessageDescriptor> = {
  'mail.notice': msg`Email: change to an account`,
  'mail.password_reset': msg`Email: link to reset a password`,
  'mail.verify_email': msg`Email: link to confirm an address`,
  'mail.invitation': msg`Email: invitation`,
  'mail.access_pin': msg`Email: access PIN`,
  'mail.muster_roll': msg`Email: roll of a muster`,
  'mail.report': msg`Email: a report is ready`,
  'mail.alert': msg`Email: notification`,
  'text.alert': msg`Text message: notification`,
}

export function labelOfEvent(event: SentEvent): MessageDescriptor {
  return isChangeEvent(event) ? actionLabels[event] : ownLabels[event]
}

/** The label of a delivery's or an email's type; undefined for one of another version. */
export function labelOfType(type: string): MessageDescriptor | undefined {
  if (isChangeEvent(type)) return actionLabels[type]
  if (type.startsWith('notice.')) return msg`Notification: no one was notified`
  const labels: Record<string, MessageDescriptor> = { ...ownLabels, ...mailLabels }
  return labels[type]
}

/** The text of a type; the type itself where it is one of another version. */
export function typeText(type: string, t: (message: MessageDescriptor) => string): string {
  const label = labelOfType(type)
  return label ? t(label) : type
}

/** How an attempt ended. An outcome without a text does not compile. */
export const outcomeLabels: Record<DeliveryOutcome, MessageDescriptor> = {
  accepted: msg`Accepted`,
  redirected: msg`It redirects to another address, which is not followed`,
  error_status: msg`The receiver responded with an error`,
  secret_unreadable: msg`The secret can no longer be read: renew it`,
  disabled: msg`The webhook was disabled`,
  https_required: msg`The address does not start with https://`,
  port_refused: msg`This port can’t be used`,
  private_address: msg`The address leads into a private network`,
  name_not_found: msg`The server name was not found`,
  connection_refused: msg`The server refused the connection`,
  unreachable: msg`The server can’t be reached`,
  connection_lost: msg`The connection was interrupted`,
  certificate: msg`The certificate is not trusted`,
  tls: msg`The receiver does not support https`,
  timeout: msg`The receiver did not respond in time`,
  too_large: msg`The response was too large`,
  not_http: msg`The response is not from a web server`,
  failed: msg`The call failed`,
}
