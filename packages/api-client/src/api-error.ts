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
  /** The server's code. One that this version does not know becomes the general code of the status. */
  readonly code: ErrorCode
  readonly isCodeKnown: boolean
  /** Without an error body of ours the response comes from a proxy or from the portal of a network. */
  readonly hasErrorBody: boolean
  /** What is wrong with which field, in English sentences. */
  readonly fields: Record<string, string>
  /** The same as keys of `field-codes.ts`; a newer server may send others. */
  readonly fieldCodes: Record<string, string>
  /** Of `account_unavailable`: a key of `accountStatusMessages`; a newer server may send others. */
  readonly accountStatus: string | undefined
  /** Of `changed_meanwhile`: the row as it is. */
  readonly current: unknown
  /** How long to wait before another try, where the server tells it. */
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

/** No response arrived, because the network or the server is down. The call may have taken effect. */
export class NoResponseError extends Error {
  override name = 'NoResponseError'
}

/** The response is not the declared one. It comes from another version of the server, or from a proxy in between. */
export class InvalidResponseError extends Error {
  override name = 'InvalidResponseError'
}

/** What has answered in place of the server: a gateway that does not reach it, or the portal of a hotel's network. */
export type Stranger = 'gateway' | 'network'

const gatewayStatuses: readonly number[] = [502, 503, 504]

/** What has answered in place of the server; undefined where nothing else has. */
export function strangerOf(error: unknown): Stranger | undefined {
  if (error instanceof InvalidResponseError) return 'network'
  if (!(error instanceof ApiError) || error.hasErrorBody) return undefined
  return gatewayStatuses.includes(error.status) ? 'gateway' : 'network'
}

/** Whether the network here has answered in place of the server, so that the visitor can do something about it. */
export function isForeignResponse(error: unknown): boolean {
  return strangerOf(error) === 'network'
}

/** Whether the server itself knows no such session. A 401 of a proxy says nothing of it. */
export function isUnauthenticated(error: unknown): boolean {
  return error instanceof ApiError && error.hasErrorBody && error.status === 401
}

/**
 * Whether this may be the body that every error of the server has. Others write `code` and `message` too, in capitals or without the status.
 * Written by hand, because a schema library would be larger than the rest of this file, and visitors' phones load it.
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
