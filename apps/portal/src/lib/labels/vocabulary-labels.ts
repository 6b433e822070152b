import type { DeliveryState } from '@gatehouse/validation/endpoints/webhooks'
import type {
  QuestionType,
  AccountType,
  GuestLimit,
  LookName,
  MethodType,
  SiteStatus,
  UserStatus,
  HostAnswer,
  ApiKeyScope,
  StayRange,
} from '@gatehouse/validation/vocabulary'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

export const methodTypeLabels: Record<MethodType, MessageDescriptor> = {
  device: msg`Device`,
  kiosk: msg`Kiosk`,
  qr: msg`QR code`,
}

export const lookLabels: Record<LookName, MessageDescriptor> = {
  presence: msg`Presence`,
  pulse: msg`Pulse`,
  batbooth: msg`Bat Booth`,
}

export const guestLimitLabels: Record<GuestLimit, MessageDescriptor> = {
  sign_in: msg`Sign-ins`,
  temperature_code: msg`Temperature codes`,
  visitor_details: msg`Visitor details`,
  host_search: msg`Host searches`,
  sign_out_search: msg`Sign-out searches`,
}

export const accountTypeLabels: Record<AccountType, MessageDescriptor> = {
  Admin: msg`Administrator`,
  Manager: msg`Manager`,
  Staff: msg`Staff member`,
  Device: msg`Board screen`,
  Guest: msg`Board guest`,
}

export const statusLabels: Record<UserStatus | SiteStatus, MessageDescriptor> = {
  active: msg`Active`,
  pending: msg`Pending`,
  archived: msg`Archived`,
  rejected: msg`Rejected`,
}

/** The replies of a host to a visitor. */
export const hostAnswerLabels: Record<HostAnswer, MessageDescriptor> = {
  on_my_way: msg`On my way`,
  sending_somebody: msg`I am sending someone`,
  not_here: msg`Not here today`,
}

/** What a key may read. A scope without a text does not compile. */
export const apiKeyScopeLabels: Record<ApiKeyScope, MessageDescriptor> = {
  'sites:read': msg`Sites`,
  'presence:read': msg`People on site`,
  'access_log:read': msg`Access log, with its export`,
  'sign_in_methods:read': msg`Sign-in methods`,
  'users:read': msg`Users`,
  'webhooks:read': msg`Events of webhooks`,
}

export const stayLabels: Record<StayRange, MessageDescriptor> = {
  under_5m: msg`Under 5 min`,
  '5m_10m': msg`5 to 10 min`,
  '10m_20m': msg`10 to 20 min`,
  '20m_30m': msg`20 to 30 min`,
  '30m_1h': msg`30 min to 1 h`,
  '1h_2h': msg`1 to 2 h`,
  '2h_4h': msg`2 to 4 h`,
  '4h_8h': msg`4 to 8 h`,
  '8h_24h': msg`8 to 24 h`,
  over_24h: msg`Over 24 h`,
}

export const questionTypeLabels: Record<QuestionType, MessageDescriptor> = {
  'yes/no': msg`Yes or no`,
  'free text': msg`Free text`,
  select: msg`One of several`,
  'multi-select': msg`Several of several`,
}

/** The state of something that is sent, such as a webhook's event. */
export const deliveryStateLabels: Record<DeliveryState, MessageDescriptor> = {
  waiting: msg`Waiting`,
  delivered: msg`Delivered`,
  failed: msg`Failed`,
}

export const deliveryStateBadges = { waiting: 'neutral', delivered: 'good', failed: 'danger' } as const
