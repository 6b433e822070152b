import { STATUS_CODES } from 'node:http'
import { errorCodes, type ErrorCode } from '@gatehouse/validation/error-codes'

export interface AppErrorDetail {
  /** For a person; the code's own sentence where none is given. */
  message?: string
  /** What is wrong with which field, in sentences. */
  fields?: Record<string, string>
  retryAfterSeconds?: number
  cause?: unknown
}

/** A refusal that the caller is meant to see: one of the documented codes. */
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

/** What a log may say of a failure: a database or mail server can put a row's values or an address into its text. */
export function kindOf(error: unknown): { type: string; code?: unknown } {
  if (!(error instanceof Error)) return { type: typeof error }
  return { type: error.name, ...('code' in error ? { code: error.code } : {}) }
}
