import type { ErrorCode } from '@gatehouse/validation/error-codes'
import type { FieldCode } from '@gatehouse/validation/field-codes'
import { serverErrorOf } from './query-errors.ts'

const uniqueViolation = '23505'

/** The field at fault for each unique constraint that input can violate; null for several. */
export const fieldOfConstraint = {
  clients_company_no_key: 'company_no',
  logins_pkey: 'email',
  logins_user_key: null,
  users_employee_number_key: 'employee_number',
  users_access_pin_key: null,
  method_keys_pkey: 'key',
  method_keys_live_key: null,
  sign_in_methods_serial_key: 'serial_number',
  totp_methods_enabled_key: null,
  recovery_code_sets_enabled_key: null,
  recovery_codes_hash_key: null,
  remembered_devices_token_key: null,
  device_cookies_token_key: null,
  readings_unused_code_key: null,
  client_invitations_token_key: null,
  sites_name_key: 'name',
  visitor_roles_name_key: 'name',
  muster_points_name_key: 'name',
  musters_running_key: null,
  muster_roll_person_key: null,
  notification_recipients_user_key: 'user_id',
  ban_exceptions_waiting_key: null,
  log_entries_chain_key: null,
} as const satisfies Record<string, string | null>

/** What is wrong with the field where the general message would not fit: no client is archived. */
const codeOfConstraint: Partial<Record<UniqueConstraint, FieldCode>> = {
  clients_company_no_key: 'company_no_taken',
}

export type UniqueConstraint = keyof typeof fieldOfConstraint

export interface Conflict {
  code: Extract<ErrorCode, 'conflict' | 'name_taken'>
  constraint: UniqueConstraint
  /** The field at fault and its error; absent where it is not a single field. */
  fields?: Record<string, FieldCode>
}

/** The conflict behind a violated unique constraint; undefined for any other error. */
export function conflictOf(error: unknown): Conflict | undefined {
  const server = serverErrorOf(error)
  if (server?.code !== uniqueViolation) return undefined
  const constraint = server.constraint_name
  if (!isKnown(constraint)) return undefined
  const field = fieldOfConstraint[constraint]
  if (field === 'name') return { code: 'name_taken', constraint, fields: { name: 'name_taken' } }
  const code = codeOfConstraint[constraint] ?? 'already_in_use'
  return { code: 'conflict', constraint, ...(field !== null && { fields: { [field]: code } }) }
}

export function isUniqueViolation(error: unknown, constraint: string): boolean {
  const server = serverErrorOf(error)
  return server?.code === uniqueViolation && server.constraint_name === constraint
}

function isKnown(name: string | undefined): name is UniqueConstraint {
  return name !== undefined && Object.hasOwn(fieldOfConstraint, name)
}
