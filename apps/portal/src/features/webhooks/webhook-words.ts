import type { DeliveryOutcome, DeliveryState } from '@gatehouse/validation/endpoints/webhooks'
import {
  type ChangeEvent,
  type DeviceStateEvent,
  isChangeEvent,
  type logHeadEvent,
  type SentEvent,
  type testEvent,
  type VisitEvent,
} from '@gatehouse/validation/webhooks'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

const ownLabels: Record<
  VisitEvent | DeviceStateEvent | typeof logHeadEvent | typeof testEvent,
  MessageDescriptor
> = {
  'visitor.signed_in': msg`Somebody signed in`,
  'visitor.signed_out': msg`Somebody left, or a visit ended by itself`,
  'visitor.refused': msg`A sign-in was refused`,
  'device.offline': msg`A device went offline`,
  'device.back': msg`A device is back`,
  'device.copied': msg`Two devices use one token`,
  'device.low_pressure': msg`The pressure of a device is low`,
  'device.filter_cartridge': msg`A filter cartridge may require replacement`,
  'log.head': msg`Daily proof of the access log`,
  'webhook.test': msg`Test`,
}

/** In the words of the audit log, whose texts come with its page alone. */
const changeLabels: Record<ChangeEvent, MessageDescriptor> = {
  'site.created': msg`Site created`,
  'site.updated': msg`Site updated`,
  'site.archived': msg`Site archived`,
  'site.restored': msg`Site restored`,
  'sign_in_method.created': msg`Sign-in method created`,
  'sign_in_method.updated': msg`Sign-in method updated`,
  'sign_in_method.enabled': msg`Sign-in method enabled`,
  'sign_in_method.disabled': msg`Sign-in method disabled`,
  'sign_in_method.moved': msg`Sign-in method moved`,
  'sign_in_method.key_renewed': msg`Key renewed`,
  'sign_in_method.retired': msg`Sign-in method retired`,
  'user.created': msg`User created`,
  'user.imported': msg`User imported`,
  'user.updated': msg`User updated`,
  'user.type_changed': msg`Account type changed`,
  'user.approved': msg`User approved`,
  'user.rejected': msg`User rejected`,
  'user.reopened': msg`User waits for approval again`,
  'user.archived': msg`User archived`,
  'user.restored': msg`User restored`,
  'muster.started': msg`Muster started`,
  'muster.ended': msg`Muster ended`,
}

const mailLabels: Record<string, MessageDescriptor> = {
  'mail.notice': msg`Mail: what happened to an account`,
  'mail.password_reset': msg`Mail: link to reset a password`,
  'mail.verify_email': msg`Mail: link to confirm an email`,
  'mail.invitation': msg`Mail: invitation`,
  'mail.access_pin': msg`Mail: access PIN`,
  'mail.muster_roll': msg`Mail: roll of a muster`,
  'mail.report': msg`Mail: a report is ready`,
  'mail.alert': msg`Mail: notification`,
  'text.alert': msg`Text message: notification`,
}

export function labelOfEvent(event: SentEvent): MessageDescriptor {
  return isChangeEvent(event) ? changeLabels[event] : ownLabels[event]
}

/** What a delivery or a mail is; undefined for one of another version. */
export function labelOfType(type: string): MessageDescriptor | undefined {
  if (isChangeEvent(type)) return changeLabels[type]
  if (type.startsWith('notice.')) return msg`Notification: nobody was told`
  const labels: Record<string, MessageDescriptor> = { ...ownLabels, ...mailLabels }
  return labels[type]
}

export const stateLabels: Record<DeliveryState, MessageDescriptor> = {
  waiting: msg`Waiting`,
  delivered: msg`Delivered`,
  failed: msg`Failed`,
}

/** How an attempt ended. An outcome without a text does not compile. */
export const outcomeLabels: Record<DeliveryOutcome, MessageDescriptor> = {
  accepted: msg`Accepted`,
  redirected: msg`It leads on to another address, which is not followed`,
  error_status: msg`The receiver answered with an error`,
  secret_unreadable: msg`The secret can no longer be read: renew it`,
  disabled: msg`The webhook was disabled`,
  https_required: msg`The address does not begin with https://`,
  port_refused: msg`This port is not called`,
  private_address: msg`The address leads into a private network`,
  name_not_found: msg`The name of the host was not found`,
  connection_refused: msg`The host refused the connection`,
  unreachable: msg`There is no way to the host`,
  connection_lost: msg`The connection broke off`,
  certificate: msg`The certificate is not trusted`,
  tls: msg`The receiver does not speak https`,
  timeout: msg`The receiver did not answer in time`,
  too_large: msg`The answer was too large`,
  not_http: msg`What answered is no web server`,
  failed: msg`The call failed`,
}
