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
  two_step_required: 'Complete two-step authentication first.',
  password_change_required: 'Change your password first.',
  step_up_required: 'Confirm with a verification code first.',
  account_unavailable: 'Account is not available. Please contact support.',
  account_locked: 'Account is locked after too many wrong codes. Please try again in a few minutes.',
  type_too_high: 'This account has more rights than yours. Ask an administrator.',
  other_sites: 'This person also has sites that you don’t manage. Ask an administrator.',
  approval_required: 'You can’t approve accounts. Ask an administrator.',
  archived_by_admin: 'An administrator archived this account. Ask an administrator to restore it.',
  not_found: 'This doesn’t exist, or you don’t have access.',
  conflict: fieldSentences.already_in_use,
  name_taken: fieldSentences.name_taken,
  identity_taken: 'Another user now has this name and mobile. Change one of them first.',
  import_running: 'An import is running. Try again in a minute.',
  renewed_meanwhile: 'Another person has just created one. Try again.',
  changed_meanwhile: 'Another person has changed this. Compare the two versions.',
  payload_too_large: 'This is too large to send.',
  unsupported_media_type: 'This type of content isn’t accepted.',
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
  method_retired: 'This sign-in method was retired and can’t be changed.',
  two_step_forced: 'Your organisation requires two-step authentication. You can’t turn it off.',
  client_not_chosen: 'Choose a client first.',
  people_on_site: 'People are on site. Archive it when everyone has left.',
  temperature_order: fieldSentences.temperature_order,
  url_not_allowed: 'This address can’t be used.',
  too_many_parts: 'The limit is reached. Delete one first.',
  too_many_marks: 'You have reached the limit of marks in a muster. Others can still mark.',
  too_many_notes: 'This person has 50 notes, which is the limit.',
  muster_running: 'A muster is running here. End it first.',
  muster_over: 'This muster has ended.',
  no_text_gateway: 'Text messages are not set up. Choose another channel.',
  mail_not_set_up: 'This installation can’t send email. Ask an administrator.',
  question_archived: 'This question is archived. Restore it first.',
  role_limits_questions: 'Some questions have only this role. Give them another role first.',
  webhook_disabled: 'The webhook is disabled. Enable it first.',
  own_client: 'You can’t disable your own client.',
  own_account: 'You can’t do this to your own account.',
  second_person_required: 'A second person must approve this.',
  banned: 'This person is banned.',
  ban_over: 'This ban has ended.',
  person_on_site:
    'This person is on site or on the list of a running muster. Check them out or end the muster first.',
  account_in_use: 'This account is in use. Archive or reject it first.',
  confirmation_differs: 'This is not the person’s name.',
  last_admin: 'The last administrator can’t be removed. Make another person an administrator first.',
  wrong_status: 'Its current status does not allow this.',
  has_password: 'This person has already chosen a password.',
  no_sites: 'This person has no site. Add one first.',
  photo_type: 'Choose a photo as PNG, JPEG or WebP.',
  logo_type: 'Choose a logo as SVG, PNG or WebP.',
  logo_linked: 'This SVG uses pictures or other files. Choose a PNG.',
  logo_too_detailed: 'This logo is too detailed to store in 100 kB. Choose a simpler one, or an SVG.',
  photo_animated: 'Animated images aren’t supported. Choose a still one.',
  photo_too_many_pixels: 'This picture has too many pixels. Choose one of at most 40 megapixels.',
  photo_unreadable: 'This file is damaged. Choose another one.',
  csv_encoding: 'The characters in this file can’t be read. Save it as “CSV UTF-8” and choose it again.',
  csv_unreadable: 'This file isn’t a table. Save it as “CSV UTF-8” and choose it again.',
  csv_columns:
    'A column is missing, unknown or duplicated. Use the column names of the template, each once, in the first line.',
  csv_too_many_rows: 'This file has more than 10,000 rows. Split it into several files.',
  incomplete: 'Fill in what is missing.',
  too_many_requests: 'Too many attempts. Please wait a moment and try again.',
  exports_busy: 'Other exports are running. Try again in a minute.',
  second_factor_locked: 'Too many wrong codes. Please wait a few minutes and try again.',
  second_factor_spent: 'Too many wrong codes. Please log in again.',
  internal: 'Server failed to process request. Please contact support.',
  unavailable: 'The service is not available right now. Please try again.',
}
