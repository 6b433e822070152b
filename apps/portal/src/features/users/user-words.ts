import { type UserType, userTypes } from '@gatehouse/validation/vocabulary'
import type { MessageDescriptor } from '@lingui/core'
import { accountTypeLabels } from '../../lib/labels/vocabulary-labels.ts'

/** The types that an access entry can have, as options. */
export const entryTypes: readonly { value: UserType; label: MessageDescriptor }[] = userTypes.map((type) => ({
  value: type,
  label: accountTypeLabels[type],
}))
