import { ApiError, InvalidAnswerError } from '@gatehouse/api-client/api-error'
import { accountMessages, errorMessages, fieldMessages } from '@gatehouse/i18n/error-messages'
import { useLanguage } from '@gatehouse/i18n/use-language'
import type { ErrorCode } from '@gatehouse/validation/error-codes'
import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import { readSentence } from './read-sentence.ts'
import { formatWait } from './wait.ts'

/** Message to be said in the language of the page, or as they are. */
export type Message = MessageDescriptor | string

/** What the server says of each field. */
export function fieldErrorsOf(error: unknown, locale: string): Record<string, Message> {
  if (!(error instanceof ApiError)) return {}
  const said = Object.entries(error.fields)
  return Object.fromEntries(said.map(([field, text]) => [field, messageOf(text, error.code, locale)]))
}

function messageOf(sentence: string, code: ErrorCode, locale: string): Message {
  const read = readSentence(sentence, code, locale)
  if ('field' in read) return fieldMessages[read.field]
  if ('account' in read) return accountMessages[read.account]
  return 'code' in read ? errorMessages[read.code] : read.text
}

/** Why a call went wrong, in a sentence of the page's language. */
export function useErrorMessage(): (error: unknown) => string {
  const { t, i18n } = useLingui()
  const language = useLanguage()
  return (error) => {
    if (error instanceof InvalidAnswerError) {
      return t`The server’s answer could not be read. Please try again.`
    }
    if (!(error instanceof ApiError)) {
      return t`The server did not answer. Please check your internet connection.`
    }
    if (error.code === 'too_many_requests' && error.retryAfterSeconds !== undefined) {
      const wait = formatWait(error.retryAfterSeconds, language)
      return t`Too many attempts. You can try again ${wait}.`
    }
    const words = messageOf(error.message, error.code, i18n.locale)
    return typeof words === 'string' ? words : t(words)
  }
}
