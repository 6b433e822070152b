import { STATUS_CODES } from 'node:http'
import type { AccountStatus } from '@gatehouse/validation/error-codes'
import { type MessageKey, messages } from '@gatehouse/validation/messages'
import type { AppError } from './app-error.ts'

export interface ErrorBody {
  statusCode: number
  error: string
  code: string
  message: string
  /** What is wrong with which field, in English sentences. */
  fields?: Record<string, string>
  /** The same as keys of `messages.ts`. */
  field_codes?: Record<string, MessageKey>
  account_status?: AccountStatus
}

/** The one shape of every refusal. */
export function errorBody(error: AppError): ErrorBody {
  const { fields, accountStatus } = error
  return {
    statusCode: error.status,
    error: STATUS_CODES[error.status] ?? 'Error',
    code: error.code,
    message: error.message,
    ...(fields && { fields: sentencesOf(fields), field_codes: fields }),
    ...(accountStatus && { account_status: accountStatus }),
  }
}

function sentencesOf(fields: Record<string, MessageKey>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([field, key]) => [field, messages[key]]))
}
