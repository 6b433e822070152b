import { errorCodes, type ErrorCode } from '@gatehouse/validation/error-codes'

interface ErrorBody {
  code: string
  message: string
  fields?: Record<string, string>
}

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
    const said = isErrorBody(body) ? body : undefined
    const known = codeOfStatus(status)
    super(said?.message ?? known.message)
    this.status = status
    this.code = said && isErrorCode(said.code) ? said.code : known.code
    this.fields = said?.fields ?? {}
    this.retryAfterSeconds = retryAfter === null ? undefined : Number.parseInt(retryAfter, 10) || undefined
  }
}

/** No answer arrived: the network or the server is away. Whether the call took effect is not known. */
export class NoAnswerError extends Error {
  override name = 'NoAnswerError'
}

/** The server answered something else than what was declared: another version of it, or somebody in between. */
export class InvalidAnswerError extends Error {
  override name = 'InvalidAnswerError'
}

/** By hand, because a schema's library would cost a visitor's phone more than all the rest of this file. */
function isErrorBody(body: unknown): body is ErrorBody {
  if (!isRecord(body) || typeof body['code'] !== 'string' || typeof body['message'] !== 'string') return false
  const { fields = {} } = body
  return isRecord(fields) && Object.values(fields).every((sentence) => typeof sentence === 'string')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** `Object.hasOwn` is younger than the oldest phones. */
function isErrorCode(code: string): code is ErrorCode {
  return Object.prototype.hasOwnProperty.call(errorCodes, code)
}

function codeOfStatus(status: number): { code: ErrorCode; message: string } {
  const found = Object.entries(errorCodes).find(([, known]) => known.status === status)
  const code = found && isErrorCode(found[0]) ? found[0] : status >= 500 ? 'internal' : 'bad_request'
  return { code, message: errorCodes[code].message }
}
