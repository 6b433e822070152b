import { type AccountStatus, errorCodes, type ErrorCode } from '@gatehouse/validation/error-codes'
import type { MessageKey } from '@gatehouse/validation/messages'

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
