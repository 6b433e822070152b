/**
 * Why a field was refused: stable keys, each with its English sentence. An error body carries both, the key in `field_codes` and the
 * sentence in `fields`. Front ends translate the key.
 */
export const messages = {
  email_invalid: 'Please enter a valid email address',
  password_required: 'Please enter your password',
  password_too_short: 'A password has at least 8 characters',
  password_reused: 'Please choose a password that you do not use already.',
  password_too_weak: 'This password is too easy to guess. Please choose another one.',
  current_password_required: 'Please enter your current password.',
  current_password_wrong: 'The current password is not correct.',
  phone_invalid: 'Please enter a valid phone number',
  phone_required: 'Please enter a phone number',
  phone_too_long: 'A phone number has at most 30 characters',
  first_name_required: 'Please enter a first name',
  last_name_required: 'Please enter a last name',
  name_too_long: 'A name has at most 40 characters',
  dependents_range: 'Please choose a number from 0 to 10',
  code_digits: 'Please enter the 6 digits of the code',
  code_required: 'Please enter the code',
  client_name_required: 'Please enter a name',
  company_no_required: 'Please enter a company number',
  answer_required: 'Please answer this question',
  question_changed: 'This question has changed. Please answer it again',
  role_required: 'Please choose a role',
  already_in_use: 'This is already in use.',
  too_long: 'This text is too long',
  unsafe_text: 'This text contains characters that cannot be stored',
  unknown_field: 'This field is not known here',
  wrong_type: 'This value has the wrong form',
  time_invalid: 'Please enter a date and time',
} as const

export type MessageKey = keyof typeof messages

export function isMessageKey(text: string): text is MessageKey {
  return Object.hasOwn(messages, text)
}
