import * as v from 'valibot'
import { errorCodes, type ErrorCode } from '@gatehouse/validation/error-codes'

const ErrorBody = v.object({
  statusCode: v.number(),
  code: v.string(),
  message: v.string(),
  fields: v.optional(v.record(v.string(), v.string())),
})

/** The server answered, and refused. Branch on `code`; `message` is safe to show. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: ErrorCode
  /** What is wrong with which field, in English sentences. */
  readonly fields: Record<string, string>
  /** How long to wait before another try, where the server said so. */
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, body: unknown, retryAfter: string | null) {
    const parsed = v.safeParse(ErrorBody, body)
    super(parsed.success ? parsed.output.message : codeOfStatus(status).message)
    this.status = status
    this.code =
      parsed.success && isErrorCode(parsed.output.code) ? parsed.output.code : codeOfStatus(status).code
    this.fields = (parsed.success && parsed.output.fields) || {}
    this.retryAfterSeconds = retryAfter === null ? undefined : Number.parseInt(retryAfter, 10) || undefined
  }
}

/** No answer arrived: the network or the server is away. Whether the call took effect is not known. */
export class NoAnswerError extends Error {
  override name = 'NoAnswerError'
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorCodes, code)
}

function codeOfStatus(status: number): { code: ErrorCode; message: string } {
  const found = Object.entries(errorCodes).find(([, known]) => known.status === status)
  const code = found && isErrorCode(found[0]) ? found[0] : status >= 500 ? 'internal' : 'bad_request'
  return { code, message: errorCodes[code].message }
}
