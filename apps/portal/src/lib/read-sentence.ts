import { type ErrorCode, errorCodes } from '@gatehouse/validation/error-codes'
import { keyOfSentence, type MessageKey } from '@gatehouse/validation/messages'

/** Whose words a sentence of the server is said with: a schema's, its error's, or its own. */
export type ReadSentence = { field: MessageKey } | { code: ErrorCode } | { text: string }

/** The server speaks English: a sentence that is not known is said as it is to English readers only. */
export function readSentence(sentence: string, code: ErrorCode, locale: string): ReadSentence {
  const field = keyOfSentence(sentence)
  if (field) return { field }
  if (sentence === errorCodes[code].message || !locale.startsWith('en')) return { code }
  return { text: sentence }
}
