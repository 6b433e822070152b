import { STATUS_CODES } from 'node:http'
import type { AppError } from './app-error.ts'

export interface ErrorBody {
  statusCode: number
  error: string
  code: string
  message: string
  fields?: Record<string, string>
}

/** The one shape of every refusal. */
export function errorBody(error: AppError): ErrorBody {
  return {
    statusCode: error.status,
    error: STATUS_CODES[error.status] ?? 'Error',
    code: error.code,
    message: error.message,
    ...(error.fields ? { fields: error.fields } : {}),
  }
}
