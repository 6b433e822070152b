import { type AccountStatus, accountStatusOfSentence } from '@gatehouse/validation/account-status'
import { type ErrorCode, errorCodes } from '@gatehouse/validation/error-codes'
import { keyOfSentence, type MessageKey } from '@gatehouse/validation/messages'

/** Whose words a sentence of the server is said with: a field's, an account's, its error's, or its own. */
export type ReadSentence =
  | { field: MessageKey }
  | { account: AccountStatus }
  | { code: ErrorCode }
  | { text: string }

/** The server speaks English: a sentence that is not known is said as it is to English readers only. */
export function readSentence(sentence: string, code: ErrorCode, locale: string): ReadSentence {
  const field = keyOfSentence(sentence)
  if (field) return { field }
  const account = accountStatusOfSentence(sentence)
  if (account) return { account }
  if (sentence === errorCodes[code].message || !locale.startsWith('en')) return { code }
  return { text: sentence }
}
