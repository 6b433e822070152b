import { errorCodes, type ErrorCode } from '@gatehouse/validation/error-codes'

interface ErrorBody {
  statusCode: unknown
  code: string
  message: string
  fields?: Record<string, string>
  field_codes?: Record<string, string>
  account_status?: unknown
  current?: unknown
}

/** The server refused a call. Branch on `code`; `message` is safe to show. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  /** The server's error code; the status's general code where this version doesn't know it. */
  readonly code: ErrorCode
  readonly isCodeKnown: boolean
  /**
   * Whether the body is the API's. Without it, the response comes from a proxy or a captive portal.
   */
  readonly hasErrorBody: boolean
  /** An English message for each wrong field. */
  readonly fields: Record<string, string>
  /** The same as keys of `field-codes.ts`; a newer server may send others. */
  readonly fieldCodes: Record<string, string>
  /**
   * With `account_unavailable`: a key of `accountStatusMessages`; a newer server may send others.
   */
  readonly accountStatus: string | undefined
  /** With `changed_meanwhile`: the current row. */
  readonly current: unknown
  /** How long to wait before a retry, where the server says so. */
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, body: unknown, retryAfter: string | null) {
    const known = isErrorBody(body) && body.statusCode === status ? body : undefined
    const general = codeOfStatus(status)
    super(known?.message ?? `The server responded with ${status}.`)
    this.status = status
    this.hasErrorBody = known !== undefined
    this.isCodeKnown = known !== undefined && isErrorCode(known.code)
    this.code = known && isErrorCode(known.code) ? known.code : general
    this.fields = known?.fields ?? {}
    this.fieldCodes = known?.field_codes ?? {}
    const accountStatus = known?.account_status
    this.accountStatus = typeof accountStatus === 'string' ? accountStatus : undefined
    this.current = known?.current
    this.retryAfterSeconds = retryAfter === null ? undefined : Number.parseInt(retryAfter, 10) || undefined
  }
}

/** No response arrived: the network or the server is down. The call may have taken effect. */
export class NoResponseError extends Error {
  override name = 'NoResponseError'
}

/** The response is not the declared one: another version of the server or a proxy sent it. */
export class InvalidResponseError extends Error {
  override name = 'InvalidResponseError'
}

/** What responded in place of the server: a gateway that can't reach it, or a captive portal. */
export type Stranger = 'gateway' | 'network'

const gatewayStatuses: readonly number[] = [502, 503, 504]

/** What responded in place of the server; undefined where nothing else did. */
export function strangerOf(error: unknown): Stranger | undefined {
  if (error instanceof InvalidResponseError) return 'network'
  if (!(error instanceof ApiError) || error.hasErrorBody) return undefined
  return gatewayStatuses.includes(error.status) ? 'gateway' : 'network'
}

/** Whether a captive portal responded in place of the server, so the visitor can act. */
export function isForeignResponse(error: unknown): boolean {
  return strangerOf(error) === 'network'
}

/** Whether the server itself rejected the session. A proxy's 401 doesn't count. */
export function isUnauthenticated(error: unknown): boolean {
  return error instanceof ApiError && error.hasErrorBody && error.status === 401
}

/**
 * Whether this may be the API's error body. Others have `code` and `message` too, but in capitals
 * or without the status.
 * Written by hand: a schema library would be larger than the rest of this file, which phones load.
 */
function isErrorBody(body: unknown): body is ErrorBody {
  if (!isRecord(body) || typeof body['code'] !== 'string' || typeof body['message'] !== 'string') return false
  return body['code'] >= 'a' && isTexts(body['fields']) && isTexts(body['field_codes'])
}

function isTexts(texts: unknown = {}): boolean {
  return isRecord(texts) && Object.values(texts).every((text) => typeof text === 'string')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The oldest supported phones have no `Object.hasOwn`. */
function isErrorCode(code: string): code is ErrorCode {
  return Object.prototype.hasOwnProperty.call(errorCodes, code)
}

/** The general code of a status. 422 has none: each of its codes is about one rule. */
function codeOfStatus(status: number): ErrorCode {
  const codes = Object.keys(errorCodes) as ErrorCode[]
  const found = status === 422 ? undefined : codes.find((code) => errorCodes[code] === status)
  return found ?? (status >= 500 ? 'internal' : 'bad_request')
}
