/**
 * Every error code of the API with its HTTP status; `error-sentences.ts` has the English sentence
 * of each. Codes are stable: front ends and outside clients branch on them. The first code of a
 * status, except 422, is the general one: clients use it for codes that they don't know.
 */
export const errorCodes = {
  bad_request: 400,
  unauthenticated: 401,
  forbidden: 403,
  two_step_required: 403,
  password_change_required: 403,
  step_up_required: 403,
  account_unavailable: 403,
  /** At the login: too many wrong codes lock the second factor; `Retry-After` says for how long. */
  account_locked: 403,
  /** The person has more rights than the caller. */
  type_too_high: 403,
  /** The person also has sites that the caller doesn't manage. */
  other_sites: 403,
  approval_required: 403,
  /** An admin has archived the account, so only an admin restores it. */
  archived_by_admin: 403,
  not_found: 404,
  conflict: 409,
  /** A sibling has this name, in any spelling. */
  name_taken: 409,
  /** Another active or pending user of the client has the name and the mobile. */
  identity_taken: 409,
  /** Another file of people is being imported into the client. */
  import_running: 409,
  /** A PIN or a link was made at the same moment, and replaced the one of this call. */
  renewed_meanwhile: 409,
  /** Another user changed the row since the caller read it. The body has it as `current`. */
  changed_meanwhile: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  /** The file is no PNG, JPEG or WebP, whatever type it declares. */
  photo_type: 415,
  logo_type: 415,
  invalid_phone: 422,
  answers_incomplete: 422,
  questions_changed: 422,
  answers_failed: 422,
  unknown_role: 422,
  /** The person whom a visitor has picked no longer receives visitors there. */
  unknown_host: 422,
  time_out_of_range: 422,
  wrong_password: 422,
  weak_password: 422,
  invalid_token: 422,
  two_step_forced: 422,
  site_required: 422,
  method_retired: 422,
  /** No device of the method is connected. */
  device_offline: 422,
  /** A site_admin who works with all clients creates something that must belong to one. */
  client_not_chosen: 422,
  own_client: 422,
  own_account: 422,
  /** A second person must approve this. */
  second_person_required: 422,
  /** A ban keeps the person out of the site. */
  banned: 422,
  /** The ban has ended, so it can't be changed. */
  ban_over: 422,
  last_admin: 422,
  /** The person is on site, or on the list of a running muster, so nothing about them is erased. */
  person_on_site: 422,
  /** An account is erased once it is archived or rejected. */
  account_in_use: 422,
  confirmation_differs: 422,
  wrong_status: 422,
  has_password: 422,
  no_sites: 422,
  photo_animated: 422,
  photo_too_many_pixels: 422,
  photo_unreadable: 422,
  logo_linked: 422,
  logo_too_detailed: 422,
  csv_encoding: 422,
  csv_unreadable: 422,
  csv_columns: 422,
  csv_too_many_rows: 422,
  /** A field is missing that the action needs. */
  incomplete: 422,
  /** A site with people on it is not archived. */
  people_on_site: 422,
  /** Nor is one with a running muster. */
  muster_running: 422,
  temperature_order: 422,
  /** The installation's settings forbid calls to this address. */
  url_not_allowed: 422,
  /** A site has no room for another role or muster point, or a client for another webhook. */
  too_many_parts: 422,
  /** A muster has no room for another mark, or for one of this warden. */
  too_many_marks: 422,
  /** A muster has no room for another note about this person. */
  too_many_notes: 422,
  /** It ended too long ago to add marks. */
  muster_over: 422,
  question_archived: 422,
  /** Without the role, its questions would be asked of everybody. */
  role_limits_questions: 422,
  /** Nothing is sent to a webhook that is disabled. */
  webhook_disabled: 422,
  /** The installation has no gateway for text messages. */
  no_text_gateway: 422,
  /** The installation can't send emails. */
  mail_not_set_up: 422,
  too_many_requests: 429,
  /** As many exports are running as the client, or the server, may have at once. */
  exports_busy: 429,
  /** The same lock, met while a code is checked. */
  second_factor_locked: 429,
  /** This session has no tries left. Only a new login helps. */
  second_factor_spent: 429,
  internal: 500,
  unavailable: 503,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof errorCodes

/**
 * Why an account may not log in with a correct password: stable keys, each with its English
 * sentence. The error `account_unavailable` carries the key as `account_status`, which front ends
 * translate.
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
