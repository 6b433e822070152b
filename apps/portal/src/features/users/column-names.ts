import type { ImportColumn } from '@gatehouse/validation/endpoints/users'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** The names of the columns in a file of people. */
export const columnNames: Record<ImportColumn, MessageDescriptor> = {
  first_name: msg`First name`,
  last_name: msg`Last name`,
  email: msg`Email`,
  mobile: msg`Mobile`,
  employee_number: msg`Employee number`,
  phone_extension: msg`Phone extension`,
  sites: msg`Sites`,
  user_type: msg`Account type`,
  approval_access: msg`Can approve accounts`,
  ppe: msg`Protective equipment`,
  temperature: msg`Temperature check`,
}
