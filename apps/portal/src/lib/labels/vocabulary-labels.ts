import type {
  AccountType,
  GuestLimit,
  LookName,
  MethodType,
  SiteStatus,
  UserStatus,
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
