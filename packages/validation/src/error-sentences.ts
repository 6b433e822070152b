import type { ErrorCode } from './error-codes.ts'
import { messages } from './messages.ts'

/** The English sentence of every error code, for callers without texts of their own. Front ends have their own for each code. */
export const errorSentences: Record<ErrorCode, string> = {
  bad_request: 'The request could not be understood. Please check what was entered.',
  unauthenticated: 'Please log in.',
  forbidden: 'You are not allowed to do this.',
  two_step_required: 'Please complete two-step authentication first.',
  password_change_required: 'Please change your password first.',
  step_up_required: 'Please confirm with a verification code first.',
  account_unavailable: 'Account is not available. Please contact support.',
  account_locked: 'Account is locked after too many wrong codes. Please try again in a few minutes.',
  not_found: 'There is nothing here, or it is not yours to see.',
  conflict: messages.already_in_use,
  payload_too_large: 'This is too large to be sent.',
  unsupported_media_type: 'This kind of content is not accepted here.',
  invalid_phone: messages.phone_invalid,
  answers_incomplete: 'Please answer every question.',
  questions_changed: 'The questions have changed. Please check your answers again.',
  answers_failed: 'Your answers do not allow you to sign in. Please see staff.',
  unknown_role: 'Please choose a role.',
  time_out_of_range: 'The check-out time must lie between your sign-in and now.',
  wrong_password: messages.current_password_wrong,
  weak_password: messages.password_too_weak,
  invalid_token: 'This link is not valid or has expired.',
  two_step_forced: 'Your organisation requires two-step authentication, so it cannot be switched off.',
  too_many_requests: 'Too many attempts. Please wait a moment and try again.',
  second_factor_locked: 'Too many wrong codes. Please wait a few minutes and try again.',
  second_factor_spent: 'Too many wrong codes. Please log in again.',
  internal: 'Server failed to process request. Please contact support.',
  unavailable: 'The service is not available right now. Please try again.',
}
