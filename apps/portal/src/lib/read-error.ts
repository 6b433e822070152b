import type { ApiError } from '@gatehouse/api-client/api-error'
import { type AccountStatus, isAccountStatus, type ErrorCode } from '@gatehouse/validation/error-codes'
import { isFieldCode, type FieldCode } from '@gatehouse/validation/field-codes'

/** What the message of an error is made from: a code, or the server's own English sentence. */
export type ReadError =
  | { fieldCode: FieldCode }
  | { accountStatus: AccountStatus }
  | { code: ErrorCode }
  | { text: string }

/** Reads the codes of an error. A newer server may send codes that this version does not know. */
export function readError(
  { accountStatus, code, isCodeKnown, message }: ApiError,
  locale: string,
): ReadError {
  if (accountStatus !== undefined && isAccountStatus(accountStatus)) return { accountStatus }
  return isCodeKnown ? { code } : inEnglishOr(message, code, locale)
}

/** Reads the error of each field. */
export function readFieldErrors(
  { fields, fieldCodes, code }: ApiError,
  locale: string,
): Record<string, ReadError> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, sentence]) => {
      const fieldCode = fieldCodes[field]
      const isKnown = fieldCode !== undefined && isFieldCode(fieldCode)
      return [field, isKnown ? { fieldCode } : inEnglishOr(sentence, code, locale)]
    }),
  )
}

/** The server's own sentence is for English readers. All others get the general message of the code. */
function inEnglishOr(text: string, code: ErrorCode, locale: string): ReadError {
  return locale.startsWith('en') ? { text } : { code }
}
