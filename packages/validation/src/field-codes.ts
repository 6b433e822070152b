import type * as v from 'valibot'

/** Why a field was refused: the stable keys of an error body's `field_codes`. `error-sentences.ts` has the English sentence of each. */
export const fieldCodes = [
  'email_invalid',
  'password_required',
  'password_too_short',
  'password_reused',
  'password_too_weak',
  'current_password_required',
  'current_password_wrong',
  'phone_invalid',
  'phone_country_code',
  'phone_required',
  'phone_too_long',
  'first_name_required',
  'last_name_required',
  'name_too_long',
  'dependents_range',
  'code_digits',
  'code_required',
  'client_name_required',
  'company_no_required',
  'answer_required',
  'question_changed',
  'role_required',
  'host_unknown',
  'already_in_use',
  'name_taken',
  'too_long',
  'unsafe_text',
  'unknown_field',
  'wrong_type',
  'time_invalid',
  'method_name_required',
  'site_required',
  'colour_invalid',
  'colour_faint',
  'colour_unreadable',
  'number_range',
  'pressure_order',
  'time_zone_unknown',
  'region_unknown',
  'employee_number_too_long',
  'extension_invalid',
  'access_twice',
  'site_unknown',
  'site_name_unknown',
  'site_name_ambiguous',
  'type_not_allowed',
  'reason_required',
  'type_required',
  'formula',
  'column_missing',
  'column_twice',
  'column_unknown',
  'too_many_values',
  'in_file_twice',
  'yes_or_no',
  'site_name_required',
  'date_invalid',
  'temperature_order',
  'day_twice',
  'role_name_required',
  'url_invalid',
  'url_credentials',
  'url_https',
  'url_port',
  'url_private',
  'url_required',
  'parameter_name_required',
  'parameter_name',
  'parameter_twice',
  'parameters_many',
  'person_required',
  'person_name_differs',
  'time_of_day_invalid',
  'secret_short',
  'text_required',
  'options_few',
] as const

export type FieldCode = (typeof fieldCodes)[number]

const known: ReadonlySet<string> = new Set(fieldCodes)

export function isFieldCode(text: string): text is FieldCode {
  return known.has(text)
}

/** The key of what a schema found: a schema's message is one where the schema names it, and valibot's own sentence elsewhere. */
export function fieldCodeOf({ type, expected, message }: v.BaseIssue<unknown>): FieldCode {
  if (type === 'strict_object' && expected === 'never') return 'unknown_field'
  return isFieldCode(message) ? message : 'wrong_type'
}
