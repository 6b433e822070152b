import { STATUS_CODES } from 'node:http'
import { errorCodes, type ErrorCode } from '@gatehouse/validation/error-codes'

export interface AppErrorDetail {
  /** For a person. The default is the sentence of the code. */
  message?: string
  /** A sentence for each field at fault. */
  fields?: Record<string, string>
  retryAfterSeconds?: number
  cause?: unknown
}

/** An error that the caller sees, with one of the documented codes. */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: ErrorCode
  readonly fields: Record<string, string> | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, { message, fields, retryAfterSeconds, cause }: AppErrorDetail = {}) {
    super(message ?? errorCodes[code].message, { cause })
    this.code = code
    this.fields = fields
    this.retryAfterSeconds = retryAfterSeconds
  }

  get status(): number {
    return errorCodes[this.code].status
  }
}

export interface ErrorBody {
  statusCode: number
  error: string
  code: string
  message: string
  fields?: Record<string, string>
}

/** The body of every error response. */
export function errorBody(error: AppError): ErrorBody {
  return {
    statusCode: error.status,
    error: STATUS_CODES[error.status] ?? 'Error',
    code: error.code,
    message: error.message,
    ...(error.fields ? { fields: error.fields } : {}),
  }
}

/** What may be logged of an error. The message is left out: a database or mail server can put values of a row or an address into it. */
export function kindOf(error: unknown): { type: string; code?: unknown } {
  if (!(error instanceof Error)) return { type: typeof error }
  return { type: error.name, ...('code' in error ? { code: error.code } : {}) }
}
