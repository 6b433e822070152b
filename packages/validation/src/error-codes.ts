/**
 * Every error code of the API with its HTTP status and its English sentence. Codes are stable: front ends and outside clients branch on
 * them. The first code of a status is the general one: clients use it for codes that they do not know.
 */
export const errorCodes = {
  bad_request: {
    status: 400,
    message: 'The request could not be understood. Please check what was entered.',
  },
  unauthenticated: { status: 401, message: 'Please log in.' },
  forbidden: { status: 403, message: 'You are not allowed to do this.' },
  two_step_required: { status: 403, message: 'Please complete two-step authentication first.' },
  password_change_required: { status: 403, message: 'Please change your password first.' },
  step_up_required: {
    status: 403,
    message: 'Please confirm with a verification code first.',
  },
  account_unavailable: { status: 403, message: 'Account is not available. Please contact support.' },
  /** At the login: too many wrong codes lock the second factor, and `Retry-After` says for how long. */
  account_locked: {
    status: 403,
    message: 'Account is locked after too many wrong codes. Please try again in a few minutes.',
  },
  not_found: { status: 404, message: 'There is nothing here, or it is not yours to see.' },
  conflict: { status: 409, message: 'This is already in use.' },
  payload_too_large: { status: 413, message: 'This is too large to be sent.' },
  unsupported_media_type: { status: 415, message: 'This kind of content is not accepted here.' },
  invalid_phone: { status: 422, message: 'Please enter a valid phone number' },
  answers_incomplete: { status: 422, message: 'Please answer every question.' },
  questions_changed: { status: 422, message: 'The questions have changed. Please check your answers again.' },
  answers_failed: { status: 422, message: 'Your answers do not allow you to sign in. Please see staff.' },
  unknown_role: { status: 422, message: 'Please choose a role.' },
  time_out_of_range: { status: 422, message: 'The check-out time must lie between your sign-in and now.' },
  wrong_password: { status: 422, message: 'The current password is not correct.' },
  weak_password: { status: 422, message: 'This password is too easy to guess. Please choose another one.' },
  invalid_token: { status: 422, message: 'This link is not valid or has expired.' },
  two_step_forced: {
    status: 422,
    message: 'Your organisation requires two-step authentication, so it cannot be switched off.',
  },
  too_many_requests: { status: 429, message: 'Too many attempts. Please wait a moment and try again.' },
  /** The same lock, met while a code is checked. */
  second_factor_locked: {
    status: 429,
    message: 'Too many wrong codes. Please wait a few minutes and try again.',
  },
  /** This session has no tries left. Only a new login helps. */
  second_factor_spent: { status: 429, message: 'Too many wrong codes. Please log in again.' },
  internal: { status: 500, message: 'Server failed to process request. Please contact support.' },
  unavailable: { status: 503, message: 'The service is not available right now. Please try again.' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errorCodes

/**
 * Why an account may not sign in although its password was right: stable keys, each with its English sentence. The error
 * `account_unavailable` carries the key as `account_status`. Front ends translate the key.
 */
export const accountStatusMessages = {
  disabled: 'Account is disabled. Please contact support.',
  pending: 'Account is waiting for approval.',
  archived: 'Account is archived. Please contact your administrator.',
  rejected: 'Account was not approved. Please contact your administrator.',
} as const

export type AccountStatus = keyof typeof accountStatusMessages

export function isAccountStatus(text: string): text is AccountStatus {
  return Object.hasOwn(accountStatusMessages, text)
}
