import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import type { Outcome } from './outcome.ts'
import type { FieldCode } from '@gatehouse/validation/field-codes'
import { visitLimits } from '@gatehouse/validation/limits'
import { countCharacters, normaliseName } from '@gatehouse/validation/names'

/** The word for an outcome, on the pass and in the window title. */
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
  question_changed: msg`This question has changed. Answer it again`,
  role_required: msg`Please choose a role`,
  host_unknown: msg`This person is no longer listed here. Choose again`,
  unsafe_text: msg`This text contains characters that can’t be stored`,
  wrong_type: msg`This value has the wrong format`,
} satisfies Partial<Record<FieldCode, MessageDescriptor>>

/** The message for an invalid field. A newer server may send keys that this page does not know. */
export function fieldMessage(key: string): MessageDescriptor {
  return key in fieldMessages ? fieldMessages[key as keyof typeof fieldMessages] : fieldMessages.wrong_type
}

/** The message for an invalid name or mobile. */
export function detailMessage(key: string, text: string): MessageDescriptor {
  if (key === 'name_too_long') return nameTooLong(normaliseName(text))
  if (key === 'phone_too_long') return tooLongMessage(visitLimits.phoneCharacters, text.trim().length)
  return fieldMessage(key)
}

/**
 * The server also rejects short names with very many combining marks. Then each mark is counted.
 */
function nameTooLong(name: string): MessageDescriptor {
  const most = visitLimits.nameCharacters
  const length = countCharacters(name)
  return tooLongMessage(most, length > most ? length : Array.from(name).length)
}

/** The maximum length of a text, and its actual length. */
export function tooLongMessage(most: number | string, length: number | string): MessageDescriptor {
  return msg`At most ${most} characters; this is ${length}.`
}
