import type { ErrorCode } from './error-codes.ts'
import { fieldSentences } from './field-codes.ts'
import type { FieldFault } from './field-faults.ts'

/** The English sentence of a refused field. For a number it states the range. */
export function sentenceOfFault(fault: FieldFault): string {
  if (typeof fault === 'string') return fieldSentences[fault]
  const { min, max, isWhole } = fault
  return `Please enter a ${isWhole ? 'whole number' : 'number'} from ${min} to ${max}`
}

/**
 * The English sentence of every error code, for callers without texts of their own. Front ends have
 * their own.
 */
export const errorSentences: Record<ErrorCode, string> = {
  bad_request: 'The request could not be understood. Please check what was entered.',
  unauthenticated: 'Please log in.',
  forbidden: 'You are not allowed to do this.',
  two_step_required: 'Please complete two-step authentication first.',
  password_change_required: 'Please change your password first.',
  step_up_required: 'Please confirm with a verification code first.',
  account_unavailable: 'Account is not available. Please contact support.',
  account_locked: 'Account is locked after too many wrong codes. Please try again in a few minutes.',
  type_too_high: 'This account has more rights than yours. Please ask an administrator.',
  other_sites: 'This person also has sites that you do not manage. Please ask an administrator.',
  approval_required: 'You may not approve accounts. Please ask an administrator.',
  archived_by_admin: 'An administrator archived this account. Ask an administrator to restore it.',
  not_found: 'There is nothing here, or it is not yours to see.',
  conflict: fieldSentences.already_in_use,
  name_taken: fieldSentences.name_taken,
  identity_taken: 'Another user has this name and mobile by now. Please change one of the two first.',
  import_running: 'An import is running. Please try again in a minute.',
  renewed_meanwhile: 'Somebody else has just made another one. Please try again.',
  changed_meanwhile: 'Somebody else has changed this meanwhile. Please compare the two versions.',
  payload_too_large: 'This is too large to be sent.',
  unsupported_media_type: 'This kind of content is not accepted here.',
  invalid_phone: fieldSentences.phone_invalid,
  answers_incomplete: 'Please answer every question.',
  questions_changed: 'The questions have changed. Please check your answers again.',
  answers_failed: 'Your answers do not allow you to sign in. Please see staff.',
  unknown_role: 'Please choose a role.',
  unknown_host: fieldSentences.host_unknown,
  time_out_of_range: 'This time is too early or too late.',
  wrong_password: fieldSentences.current_password_wrong,
  weak_password: fieldSentences.password_too_weak,
  invalid_token: 'This link is not valid or has expired.',
  site_required: fieldSentences.site_required,
  device_offline: 'The device is not connected. Try again when it is online.',
  method_retired: 'This sign-in method was retired, so it cannot be changed.',
  two_step_forced: 'Your organisation requires two-step authentication, so it cannot be switched off.',
  client_not_chosen: 'Please choose a client first.',
  people_on_site: 'People are on this site. It can be archived when everybody has left.',
  temperature_order: fieldSentences.temperature_order,
  url_not_allowed: 'This address cannot be called from here.',
  too_many_parts: 'There are too many already. Please delete one first.',
  too_many_marks: 'You have marked as often as one person can in a muster. Others can still mark.',
  too_many_notes: 'There are 50 notes about this person. No more can be added.',
  muster_running: 'A muster is running here. Please end it first.',
  muster_over: 'This muster is over.',
  no_text_gateway: 'Text messages are not set up here. Please choose another channel.',
  mail_not_set_up: 'This installation sends no email. Ask an administrator.',
  question_archived: 'This question is archived. Please restore it first.',
  role_limits_questions: 'Questions are asked of this role alone. Please give them other roles first.',
  webhook_disabled: 'The webhook is disabled. Please enable it first.',
  own_client: 'You cannot disable the client that you belong to.',
  own_account: 'You cannot do this to your own account.',
  second_person_required: 'Somebody else has to agree to this.',
  banned: 'A ban applies to this person.',
  ban_over: 'This ban has ended.',
  person_on_site:
    'This person is on site, or on the list of a muster that is running. Please check them out, or end the muster, first.',
  account_in_use: 'This account is in use. Please archive or reject it first.',
  confirmation_differs: 'This is not the name of the person.',
  last_admin: 'The last administrator has to stay. Please make somebody else an administrator first.',
  wrong_status: 'Its present status does not allow this.',
  has_password: 'This person has chosen a password already.',
  no_sites: 'This person has no site. Please add one first.',
  photo_type: 'Please choose a photo as PNG, JPEG or WebP.',
  photo_animated: 'This picture moves. Please choose a photo that stands still.',
  photo_too_many_pixels: 'This picture has too many pixels. Please choose one with at most 40 megapixels.',
  photo_unreadable: 'This file is damaged. Please choose another photo.',
  csv_encoding: 'The letters of this file cannot be read. Please save it as “CSV UTF-8” and choose it again.',
  csv_unreadable: 'This file is no table of values. Please save it as “CSV UTF-8” and choose it again.',
  csv_columns:
    'A column is missing, unknown or there twice. The first line has to name each column once, as in the template.',
  csv_too_many_rows: 'This file has more than 10,000 rows. Please divide it into several files.',
  incomplete: 'Please fill in what is missing.',
  too_many_requests: 'Too many attempts. Please wait a moment and try again.',
  exports_busy: 'Other exports are running. Please try again in a minute.',
  second_factor_locked: 'Too many wrong codes. Please wait a few minutes and try again.',
  second_factor_spent: 'Too many wrong codes. Please log in again.',
  internal: 'Server failed to process request. Please contact support.',
  unavailable: 'The service is not available right now. Please try again.',
}
