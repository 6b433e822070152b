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
  'already_in_use',
  'too_long',
  'unsafe_text',
  'unknown_field',
  'wrong_type',
  'time_invalid',
  'time_zone_unknown',
  'region_unknown',
  'site_name_required',
  'date_invalid',
  'number_range',
  'temperature_order',
  'day_twice',
  'role_name_required',
] as const

export type FieldCode = (typeof fieldCodes)[number]

const known: ReadonlySet<string> = new Set(fieldCodes)

export function isFieldCode(text: string): text is FieldCode {
  return known.has(text)
}
