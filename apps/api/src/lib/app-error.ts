import { STATUS_CODES } from 'node:http'
import { type AccountStatus, errorCodes, type ErrorCode } from '@gatehouse/validation/error-codes'
import { type MessageKey, messages } from '@gatehouse/validation/messages'

export interface AppErrorDetail {
  /** For a person; the code's own sentence where none is given. */
  message?: string
  /** What is wrong with which field. */
  fields?: Record<string, MessageKey>
  /** Of `account_unavailable`: why. */
  accountStatus?: AccountStatus
  retryAfterSeconds?: number
  cause?: unknown
}

/** A refusal that the caller is meant to see: one of the documented codes. */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: ErrorCode
  readonly fields: Record<string, MessageKey> | undefined
  readonly accountStatus: AccountStatus | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, detail: AppErrorDetail = {}) {
    const { message, fields, accountStatus, retryAfterSeconds, cause } = detail
    super(message ?? errorCodes[code].message, { cause })
    this.code = code
    this.fields = fields
    this.accountStatus = accountStatus
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
  /** What is wrong with which field, in English sentences. */
  fields?: Record<string, string>
  /** The same as keys of `messages.ts`. */
  field_codes?: Record<string, MessageKey>
  account_status?: AccountStatus
}

/** The one shape of every error answer. */
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

/** What a log may say of a failure: a database or mail server can put a row's values or an address into its text. */
export function kindOf(error: unknown): { type: string; code?: unknown } {
  if (!(error instanceof Error)) return { type: typeof error }
  return { type: error.name, ...('code' in error ? { code: error.code } : {}) }
}
