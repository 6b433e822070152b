import { visitLimits } from '@gatehouse/validation/limits'
import type { FieldCode } from '@gatehouse/validation/field-codes'
import { countCharacters, normaliseName } from '@gatehouse/validation/names'
import { plainDigits } from '@gatehouse/validation/plain-digits'

/** The visitor's details as typed. */
export interface Details {
  firstName: string
  lastName: string
  mobile: string
  /** Number of people who come with the visitor: 0 to 10. */
  dependents: number
}

export const detailFields = ['firstName', 'lastName', 'mobile'] as const
export type DetailField = (typeof detailFields)[number]

export type DetailErrors = Partial<Record<DetailField, FieldCode>>

/**
 * The errors by field; empty if the details are valid.
 * @param isPhone whether a text is a phone number in the method's region
 */
export function checkDetails(details: Details, isPhone: (text: string) => boolean): DetailErrors {
  const errors: DetailErrors = {}
  const firstName = checkName(details.firstName, 'first_name_required')
  const lastName = checkName(details.lastName, 'last_name_required')
  const mobile = checkMobile(details.mobile, isPhone)
  if (firstName) errors.firstName = firstName
  if (lastName) errors.lastName = lastName
  if (mobile) errors.mobile = mobile
  return errors
}

/** The details to send: names trimmed, inner whitespace collapsed, Unicode form NFC. */
export function normaliseDetails({ firstName, lastName, mobile, dependents }: Details): Details {
  return {
    firstName: normaliseName(firstName),
    lastName: normaliseName(lastName),
    mobile: mobile.trim(),
    dependents,
  }
}

export function checkName(name: string, required: FieldCode): FieldCode | undefined {
  const length = countCharacters(normaliseName(name))
  if (length === 0) return required
  return length > visitLimits.nameCharacters ? 'name_too_long' : undefined
}

function checkMobile(mobile: string, isPhone: (text: string) => boolean): FieldCode | undefined {
  const text = mobile.trim()
  if (text === '') return 'phone_required'
  if (text.length > visitLimits.phoneCharacters) return 'phone_too_long'
  if (isPhone(text)) return undefined
  const plain = plainDigits(text)
  const isLocal = /\d/.test(plain) && !/^(\+|00)|\p{L}/u.test(plain)
  return isLocal ? 'phone_country_code' : 'phone_invalid'
}
