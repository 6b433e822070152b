import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import type { submitCheckInEndpoint } from '../../lib/api.ts'
import type { checkOutEndpoint } from '../../lib/check-out-api.ts'
import type { ErrorCode } from '@gatehouse/validation/error-codes'

/** The error codes of a visitor's calls. A new code without a message does not compile. */
type VisitorErrorCode =
  | Exclude<
      (typeof submitCheckInEndpoint | typeof checkOutEndpoint)['errors'][number],
      // They read like a bad request, as every other code does; a failing answer has a page of its own.
      'not_found' | 'conflict' | 'answers_failed'
    >
  | 'bad_request'
  | 'too_many_requests'
  | 'internal'
  | 'unavailable'

/** Only the errors of visitors, because a phone downloads every text. `error-messages.ts` of the i18n package has all of them. */
const errorMessages: Record<VisitorErrorCode, MessageDescriptor> = {
  bad_request: msg`The request could not be understood. Please check what was entered.`,
  invalid_phone: msg`Please enter a valid phone number`,
  answers_incomplete: msg`Please answer every question.`,
  questions_changed: msg`The questions have changed. Please check your answers again.`,
  unknown_role: msg`The role that you chose is not offered any more. Please check your answers again.`,
  unknown_host: msg`This person is no longer listed here. Please choose again`,
  // A sign-in that waited for too long. The check-out has words of its own.
  time_out_of_range: msg`Please check your details`,
  too_many_requests: msg`Too many attempts. Please wait a moment and try again.`,
  internal: msg`Server failed to process request. Please contact support.`,
  unavailable: msg`The service is not available right now. Please try again.`,
}

/** The message for an error. */
export function errorMessage(code: ErrorCode): MessageDescriptor {
  return code in errorMessages ? errorMessages[code as VisitorErrorCode] : errorMessages.bad_request
}
