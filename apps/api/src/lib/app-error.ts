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
