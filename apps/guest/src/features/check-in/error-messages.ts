import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import type { submitCheckInEndpoint } from '../../lib/api.ts'
import type { checkOutEndpoint } from '../../lib/check-out-api.ts'
import type { ErrorCode } from '@gatehouse/validation/error-codes'

/** The error codes of visitor calls. A new code without a message does not compile. */
type VisitorErrorCode =
  | Exclude<
      (typeof submitCheckInEndpoint | typeof checkOutEndpoint)['errors'][number],
      // Shown as a bad request, like any other code. `answers_failed` has its own page.
      'not_found' | 'conflict' | 'answers_failed'
    >
  | 'bad_request'
  | 'too_many_requests'
  | 'internal'
  | 'unavailable'

/**
 * Only the errors of visitors, because a phone downloads every text. The i18n package's
 * `error-messages.ts` has all of them.
 */
const errorMessages: Record<VisitorErrorCode, MessageDescriptor> = {
  bad_request: msg`The request could not be understood. Please check what was entered.`,
  invalid_phone: msg`Please enter a valid phone number`,
  answers_incomplete: msg`Please answer every question.`,
  questions_changed: msg`The questions have changed. Please check your answers again.`,
  unknown_role: msg`The role you chose is no longer available. Check your answers again.`,
  unknown_host: msg`This person is no longer listed here. Choose again`,
  // For a sign-in that waited too long. The check-out has its own message.
  time_out_of_range: msg`Please check your details`,
  too_many_requests: msg`Too many attempts. Please wait a moment and try again.`,
  internal: msg`Server failed to process request. Please contact support.`,
  unavailable: msg`The service is not available right now. Please try again.`,
}

/** The message for an error. */
export function errorMessage(code: ErrorCode): MessageDescriptor {
  return code in errorMessages ? errorMessages[code as VisitorErrorCode] : errorMessages.bad_request
}
