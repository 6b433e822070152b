import { type AccountType, type UserStatus, type UserType, userTypes } from '@gatehouse/validation/vocabulary'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** How the account types are called. */
export const typeNames: Record<AccountType, MessageDescriptor> = {
  Admin: msg`Administrator`,
  Manager: msg`Manager`,
  Staff: msg`Staff member`,
  Device: msg`Board screen`,
  Guest: msg`Board guest`,
}

export const statusNames: Record<UserStatus, MessageDescriptor> = {
  active: msg`Active`,
  pending: msg`Pending`,
  archived: msg`Archived`,
  rejected: msg`Rejected`,
}

/** The types that an access entry can have, for a list to choose from. */
export const entryTypes: readonly { value: UserType; label: MessageDescriptor }[] = userTypes.map((type) => ({
  value: type,
  label: typeNames[type],
}))
