import { ApiError, InvalidResponseError } from '@gatehouse/api-client/api-error'
import { accountMessages, errorMessages } from '@gatehouse/i18n/error-messages'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { type AccountStatus, type ErrorCode, isAccountStatus } from '@gatehouse/validation/error-codes'
import type { FieldCode } from '@gatehouse/validation/field-codes'
import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import { formatWait } from './wait.ts'

/** A message in the language of the page, or the server's own English sentence. */
export type Message = MessageDescriptor | string

/** The source of an error's message: a code, or the server's own English sentence. */
type ReadError = { accountStatus: AccountStatus } | { code: ErrorCode } | { text: string }

/** Reads the codes of an error. A newer server may send codes that this version does not know. */
export function readError(
  { accountStatus, code, isCodeKnown, message }: ApiError,
  locale: string,
): ReadError {
  if (accountStatus !== undefined && isAccountStatus(accountStatus)) return { accountStatus }
  return isCodeKnown ? { code } : inEnglishOr(message, code, locale)
}

/**
 * The server's own sentence is for English readers. All others get the general text of the code.
 */
function inEnglishOr(text: string, code: ErrorCode, locale: string): ReadError {
  return locale.startsWith('en') ? { text } : { code }
}

/** Why a single row was not changed, as an error. */
export const blockedError = (block: { code: string; message: string }): ApiError =>
  new ApiError(422, { statusCode: 422, ...block }, null)

/** Errors whose message says how long to wait. */
const throttledCodes: ReadonlySet<ErrorCode> = new Set(['too_many_requests', 'second_factor_locked'])

/** The texts of the field errors that a form can have. */
export type FieldMessages = Partial<Record<FieldCode, MessageDescriptor>>

/** The server's errors by field. */
export function fieldErrorsOf(
  error: unknown,
  locale: string,
  messages: FieldMessages,
): Record<string, Message> {
  if (!(error instanceof ApiError)) return {}
  const known = new Map(Object.entries(messages))
  return Object.fromEntries(
    Object.entries(error.fields).map(([field, sentence]) => [
      field,
      sentenceOfRange(error.fieldCodes[field], sentence, locale) ??
        known.get(error.fieldCodes[field] ?? '') ??
        messageOf(inEnglishOr(sentence, error.code, locale)),
    ]),
  )
}

/** The server's sentence has the range of a number, which the code does not. */
function sentenceOfRange(code: string | undefined, sentence: string, locale: string): string | undefined {
  return code === 'number_range' && locale.startsWith('en') ? sentence : undefined
}

function messageOf(read: ReadError): Message {
  if ('accountStatus' in read) return accountMessages[read.accountStatus]
  return 'code' in read ? errorMessages[read.code] : read.text
}

/** Returns the text of an error, in the page's language. */
export function useErrorMessage(): (error: unknown) => string {
  const { t, i18n } = useLingui()
  const language = useLanguage()
  return (error) => {
    if (error instanceof InvalidResponseError) {
      return t`The server’s response could not be read. Try again.`
    }
    if (!(error instanceof ApiError)) {
      return t`The server did not respond. Check your internet connection.`
    }
    if (throttledCodes.has(error.code) && error.retryAfterSeconds !== undefined) {
      const wait = formatWait(error.retryAfterSeconds, language)
      return t`Too many attempts. You can try again ${wait}.`
    }
    const message = messageOf(readError(error, i18n.locale))
    return typeof message === 'string' ? message : t(message)
  }
}

/** The text of an error, which follows a change of the page's language. */
export function ErrorMessage({ error }: { error: unknown }) {
  return useErrorMessage()(error)
}
