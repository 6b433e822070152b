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
  type_too_high: msg`This account has more rights than yours. Please ask an administrator.`,
  other_sites: msg`This person also has sites that you do not manage. Please ask an administrator.`,
  approval_required: msg`You may not approve accounts. Please ask an administrator.`,
  not_found: msg`There is nothing here, or it is not yours to see.`,
  conflict: msg`This is already in use.`,
  name_taken: msg`This name is taken. Please choose another one.`,
  import_running: msg`An import is running. Please try again in a minute.`,
  renewed_meanwhile: msg`Somebody else has just made another one. Please try again.`,
  changed_meanwhile: msg`Somebody else has changed this meanwhile. Please compare the two versions.`,
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
  client_not_chosen: msg`Please choose a client first.`,
  people_on_site: msg`People are on this site. It can be archived when everybody has left.`,
  temperature_order: msg`The low limit has to be below the high one`,
  url_not_allowed: msg`This address cannot be called from here.`,
  too_many_parts: msg`There are too many already. Please delete one first.`,
  own_client: msg`You cannot disable the client that you belong to.`,
  own_account: msg`You cannot do this to your own account.`,
  last_admin: msg`The last administrator has to stay. Please make somebody else an administrator first.`,
  wrong_status: msg`The status of this account does not allow this.`,
  has_password: msg`This person has chosen a password already.`,
  no_sites: msg`This person has no site. Please add one first.`,
  photo_type: msg`Please choose a photo as PNG, JPEG or WebP.`,
  photo_animated: msg`This picture moves. Please choose a photo that stands still.`,
  photo_too_many_pixels: msg`This picture has too many pixels. Please choose one with at most 40 megapixels.`,
  photo_unreadable: msg`This file is damaged. Please choose another photo.`,
  csv_encoding: msg`The letters of this file cannot be read. Please save it as “CSV UTF-8” and choose it again.`,
  csv_unreadable: msg`This file is no table of values. Please save it as “CSV UTF-8” and choose it again.`,
  csv_columns: msg`A column is missing, unknown or there twice. The first line has to name each column once, as in the template.`,
  csv_too_many_rows: msg`This file has more than 10,000 rows. Please divide it into several files.`,
  incomplete: msg`Please fill in what is missing.`,
  too_many_requests: msg`Too many attempts. Please wait a moment and try again.`,
  exports_busy: msg`Other exports are running. Please try again in a minute.`,
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

/** The texts of the field errors that the login can have. It fetches no others. */
export const loginFieldMessages = {
  email_invalid: msg`Please enter a valid email address`,
  password_required: msg`Please enter your password`,
  too_long: msg`This text is too long`,
  unsafe_text: msg`This text contains characters that cannot be stored`,
  unknown_field: msg`This field is not known here`,
  wrong_type: msg`This value has the wrong form`,
} satisfies Partial<Record<FieldCode, MessageDescriptor>>
