import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import type { submitCheckInEndpoint } from '../../lib/api.ts'
import type { checkOutEndpoint } from '../../lib/check-out-api.ts'
import type { Outcome } from './outcome.ts'
import type { ErrorCode } from '@gatehouse/validation/error-codes'
import type { FieldCode } from '@gatehouse/validation/field-codes'
import { visitLimits } from '@gatehouse/validation/limits'
import { countCharacters, normaliseName } from '@gatehouse/validation/names'

/** The error codes of a visitor's calls. A new code without a message does not compile. */
type VisitorErrorCode =
  | Exclude<
      (typeof submitCheckInEndpoint | typeof checkOutEndpoint)['errors'][number],
      // They read like a bad request, as every other code does.
      'not_found' | 'conflict'
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
  answers_failed: msg`Your answers do not allow you to sign in. Please see staff.`,
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

/** The word of an outcome, on the pass and in the title of its window. */
export function outcomeWord(outcome: Outcome): MessageDescriptor {
  return outcome === 'success' ? msg`Signed In` : msg`Do not proceed`
}

const fieldMessages = {
  phone_invalid: msg`Please enter a valid phone number`,
  phone_country_code: msg`Please enter a valid phone number. If it is from abroad, add the country code, such as +1`,
  phone_required: msg`Please enter a phone number`,
  first_name_required: msg`Please enter a first name`,
  last_name_required: msg`Please enter a last name`,
  code_digits: msg`Please enter the 6 digits of the code`,
  answer_required: msg`Please answer this question`,
  question_changed: msg`This question has changed. Please answer it again`,
  role_required: msg`Please choose a role`,
  host_unknown: msg`This person is no longer listed here. Please choose again`,
  unsafe_text: msg`This text contains characters that cannot be stored`,
  wrong_type: msg`This value has the wrong form`,
} satisfies Partial<Record<FieldCode, MessageDescriptor>>

/** The message for an invalid field. A newer server may send keys that are not known here. */
export function fieldMessage(key: string): MessageDescriptor {
  return key in fieldMessages ? fieldMessages[key as keyof typeof fieldMessages] : fieldMessages.wrong_type
}

/** The message for an invalid name or mobile. */
export function detailMessage(key: string, text: string): MessageDescriptor {
  if (key === 'name_too_long') return nameTooLong(normaliseName(text))
  if (key === 'phone_too_long') return tooLongMessage(visitLimits.phoneCharacters, text.trim().length)
  return fieldMessage(key)
}

/** The server also refuses few characters of very many marks. Then each mark is counted. */
function nameTooLong(name: string): MessageDescriptor {
  const most = visitLimits.nameCharacters
  const length = countCharacters(name)
  return tooLongMessage(most, length > most ? length : Array.from(name).length)
}

/** How long a text may be, and how long it is. */
export function tooLongMessage(most: number | string, length: number | string): MessageDescriptor {
  return msg`At most ${most} characters; this is ${length}.`
}
