import { STATUS_CODES } from 'node:http'
import { type AccountStatus, errorCodes, type ErrorCode } from '@gatehouse/validation/error-codes'
import { errorSentences, sentenceOfFault } from '@gatehouse/validation/error-sentences'
import { codeOfFault, type FieldFault } from '@gatehouse/validation/field-faults'
import type { RateRuleName } from '@gatehouse/validation/limits'

/** How long a client waits after a temporary failure. */
export const RETRY_SECONDS = 2

export interface AppErrorDetail {
  /** For a person. Defaults to the sentence of the code. */
  message?: string
  /** The message key of each field at fault, or the range of its number. */
  fields?: Record<string, FieldFault>
  /** The reason for `account_unavailable`. */
  accountStatus?: AccountStatus
  /** The present row, for `changed_meanwhile`. */
  current?: unknown
  retryAfterSeconds?: number
  /** The rule that was exceeded, for `too_many_requests`. */
  limit?: RateRuleName
  cause?: unknown
}

/** An error that the caller sees, with one of the documented codes. */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: ErrorCode
  readonly fields: Record<string, FieldFault> | undefined
  readonly accountStatus: AccountStatus | undefined
  readonly current: unknown
  readonly retryAfterSeconds: number | undefined
  readonly limit: RateRuleName | undefined

  constructor(code: ErrorCode, detail: AppErrorDetail = {}) {
    const { message, fields, accountStatus, current, retryAfterSeconds, limit, cause } = detail
    super(message ?? errorSentences[code], { cause })
    this.code = code
    this.fields = fields
    this.accountStatus = accountStatus
    this.current = current
    this.retryAfterSeconds = retryAfterSeconds
    this.limit = limit
  }

  get status(): number {
    return errorCodes[this.code]
  }
}

export function errorBody(error: AppError) {
  const { fields, accountStatus, current } = error
  return {
    statusCode: error.status,
    error: STATUS_CODES[error.status] ?? 'Error',
    code: error.code,
    message: error.message,
    ...(fields && {
      // English sentences, and the same errors as keys of `field-codes.ts`.
      fields: mapFields(fields, sentenceOfFault),
      field_codes: mapFields(fields, codeOfFault),
    }),
    ...(accountStatus && { account_status: accountStatus }),
    ...(current !== undefined && { current }),
  }
}

function mapFields<Value>(
  fields: Record<string, FieldFault>,
  valueOf: (fault: FieldFault) => Value,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(fields).map(([field, fault]) => [field, valueOf(fault)]))
}

/** The loggable part of an error, without its message, which can contain values or an email. */
export function kindOf(error: unknown): { type: string; code?: unknown } {
  if (!(error instanceof Error)) return { type: typeof error }
  if ('code' in error) return { type: error.name, code: error.code }
  // What a query builder or fetch wraps says more.
  return error.cause instanceof Error ? kindOf(error.cause) : { type: error.name }
}
