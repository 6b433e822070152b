import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import type { AccountStatus, ErrorCode } from '@gatehouse/validation/error-codes'
import type { FieldCode } from '@gatehouse/validation/field-codes'

/** The text of every error code. A code without a text does not compile. */
export const errorMessages: Record<ErrorCode, MessageDescriptor> = {
  bad_request: msg`The request could not be understood. Please check what was entered.`,
  unauthenticated: msg`Please log in.`,
  forbidden: msg`You are not allowed to do this.`,
  two_step_required: msg`Please complete two-step authentication first.`,
  password_change_required: msg`Please change your password first.`,
  step_up_required: msg`Please confirm with a verification code first.`,
  account_unavailable: msg`Account is not available. Please contact support.`,
  account_locked: msg`Account is locked after too many wrong codes. Please try again in a few minutes.`,
  not_found: msg`There is nothing here, or it is not yours to see.`,
  conflict: msg`This is already in use.`,
  payload_too_large: msg`This is too large to be sent.`,
  unsupported_media_type: msg`This kind of content is not accepted here.`,
  invalid_phone: msg`Please enter a valid phone number`,
  answers_incomplete: msg`Please answer every question.`,
  questions_changed: msg`The questions have changed. Please check your answers again.`,
  answers_failed: msg`Your answers do not allow you to sign in. Please see staff.`,
  unknown_role: msg`Please choose a role.`,
  time_out_of_range: msg`The check-out time must lie between your sign-in and now.`,
  wrong_password: msg`The current password is not correct.`,
  weak_password: msg`This password is too easy to guess. Please choose another one.`,
  invalid_token: msg`This link is not valid or has expired.`,
  site_required: msg`Please choose a site`,
  method_retired: msg`This sign-in method was retired, so it cannot be changed.`,
  two_step_forced: msg`Your organisation requires two-step authentication, so it cannot be switched off.`,
  too_many_requests: msg`Too many attempts. Please wait a moment and try again.`,
  second_factor_locked: msg`Too many wrong codes. Please wait a few minutes and try again.`,
  second_factor_spent: msg`Too many wrong codes. Please log in again.`,
  internal: msg`Server failed to process request. Please contact support.`,
  unavailable: msg`The service is not available right now. Please try again.`,
}

/** The text of every reason why an account may not sign in. */
export const accountMessages: Record<AccountStatus, MessageDescriptor> = {
  disabled: msg`Account is disabled. Please contact support.`,
  pending: msg`Account is waiting for approval.`,
  archived: msg`Account is archived. Please contact your administrator.`,
  rejected: msg`Account was not approved. Please contact your administrator.`,
}

/** The text of every field error, shown beside its field. */
export const fieldMessages: Record<FieldCode, MessageDescriptor> = {
  email_invalid: msg`Please enter a valid email address`,
  password_required: msg`Please enter your password`,
  password_too_short: msg`A password has at least 8 characters`,
  password_reused: msg`Please choose a password that you do not use already.`,
  password_too_weak: msg`This password is too easy to guess. Please choose another one.`,
  current_password_wrong: msg`The current password is not correct.`,
  current_password_required: msg`Please enter your current password.`,
  phone_invalid: msg`Please enter a valid phone number`,
  phone_country_code: msg`Please enter a valid phone number. If it is from abroad, add the country code, such as +1`,
  phone_required: msg`Please enter a phone number`,
  phone_too_long: msg`A phone number has at most 30 characters`,
  first_name_required: msg`Please enter a first name`,
  last_name_required: msg`Please enter a last name`,
  name_too_long: msg`A name has at most 40 characters`,
  dependents_range: msg`Please choose a number from 0 to 10`,
  code_digits: msg`Please enter the 6 digits of the code`,
  code_required: msg`Please enter the code`,
  client_name_required: msg`Please enter a name`,
  company_no_required: msg`Please enter a company number`,
  answer_required: msg`Please answer this question`,
  question_changed: msg`This question has changed. Please answer it again`,
  role_required: msg`Please choose a role`,
  already_in_use: msg`This is already in use.`,
  too_long: msg`This text is too long`,
  unsafe_text: msg`This text contains characters that cannot be stored`,
  unknown_field: msg`This field is not known here`,
  wrong_type: msg`This value has the wrong form`,
  time_invalid: msg`Please enter a date and time`,
  method_name_required: msg`Please enter a name`,
  site_required: msg`Please choose a site`,
  colour_invalid: msg`Please enter a colour such as #015c5d`,
  colour_faint: msg`This colour is too light: a button would hardly be seen. Please choose a darker one`,
  colour_unreadable: msg`These words cannot be read on that colour. Please choose a lighter or darker one`,
  number_range: msg`This number is too small or too large`,
  pressure_order: msg`The maximum must be above the minimum`,
}
