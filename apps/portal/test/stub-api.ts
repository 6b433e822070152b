import type { EndpointDeclaration, EndpointResult } from '@gatehouse/validation/endpoint'
import { errorCodes, type ErrorCode } from '@gatehouse/validation/error-codes'
import { errorSentences } from '@gatehouse/validation/error-sentences'
import { type FieldCode, fieldSentences } from '@gatehouse/validation/field-codes'
import * as v from 'valibot'
import { onTestFinished, vi } from 'vitest'
import { tokens } from '../src/lib/api.ts'

export interface StubRequest {
  params: Record<string, string>
  query: Record<string, string>
  body: unknown
  /** The row's version that the caller has seen, as an entity tag. */
  ifMatch: string | null
  idempotencyKey: string | null
}

type Respond<E extends EndpointDeclaration> = (
  request: StubRequest,
) => EndpointResult<E> | Promise<EndpointResult<E>>

interface Stub {
  endpoint: EndpointDeclaration
  respond: Respond<EndpointDeclaration>
}

/**
 * Makes the stub respond with an error: a declared code, and for each wrong field a key of
 * `field-codes.ts`.
 */
export class StubApiError extends Error {
  readonly code: ErrorCode
  readonly fields: Record<string, FieldCode>
  /** With `changed_meanwhile`: the current row. */
  readonly current: unknown

  constructor(code: ErrorCode, fields: Record<string, FieldCode> = {}, current?: unknown) {
    super(code)
    this.code = code
    this.fields = fields
    this.current = current
  }
}

/**
 * Replaces the server until the test ends, for a logged-in person. An undeclared request is refused
 * as bad, and an undeclared response fails the call.
 * @returns a function that sets an endpoint's response, and the requests so far
 */
export function stubApi() {
  const stubs: Stub[] = []
  const requests: (StubRequest & { endpoint: EndpointDeclaration })[] = []
  // Without a session the client sends nothing.
  tokens.set('token')

  const serve = async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url)
    for (const { endpoint, respond } of stubs) {
      const params = paramsOf(endpoint, request.method, pathname)
      if (!params) continue
      const text = await request.text()
      const parts: StubRequest = {
        params,
        query: Object.fromEntries(searchParams),
        ifMatch: request.headers.get('if-match'),
        idempotencyKey: request.headers.get('idempotency-key'),
        body: text === '' ? undefined : endpoint.upload ? text : JSON.parse(text),
      }
      requests.push({ ...parts, endpoint })
      try {
        check(endpoint.query, parts.query)
        check(endpoint.body, parts.body)
        return responseOf(endpoint, await respond(parts))
      } catch (error) {
        if (error instanceof StubApiError) return errorResponse(error)
        throw error
      }
    }
    throw new Error(`Nothing responds to ${request.method} ${pathname}.`)
  }

  vi.stubGlobal('fetch', (input: RequestInfo | URL, options?: RequestInit) =>
    serve(new Request(input, options)),
  )
  onTestFinished(() => void vi.unstubAllGlobals())
  return {
    requests,
    /** The requests of an endpoint so far. */
    requestsOf: (endpoint: EndpointDeclaration) =>
      requests.filter((request) => request.endpoint === endpoint),
    on<E extends EndpointDeclaration>(endpoint: E, respond: Respond<E>): void {
      // The last one set wins.
      stubs.unshift({ endpoint, respond })
    },
  }
}

export type StubApi = ReturnType<typeof stubApi>

/** The parameters of a path; undefined where it is not the endpoint's. */
function paramsOf(endpoint: EndpointDeclaration, method: string, path: string) {
  const pattern = endpoint.path.replace(/:(\w+)/g, (_, name: string) => `(?<${name}>[^/]+)`)
  const match = method === endpoint.method ? new RegExp(`^/api${pattern}$`).exec(path) : null
  return match && { ...match.groups }
}

function check(schema: v.GenericSchema | undefined, value: unknown): void {
  if (schema && !v.is(schema, value)) throw new StubApiError('bad_request')
}

function responseOf({ response }: EndpointDeclaration, result: unknown): Response {
  if (response === 'none') return new Response(null, { status: 204 })
  if (response === 'image' || response === 'file' || response === 'csv')
    throw new Error('Files are not stubbed.')
  return Response.json(v.parse(response, result))
}

function errorResponse({ code, fields, current }: StubApiError): Response {
  const sentences = Object.entries(fields).map(([name, key]) => [name, fieldSentences[key]])
  const body = {
    statusCode: errorCodes[code],
    code,
    message: errorSentences[code],
    fields: Object.fromEntries(sentences),
    field_codes: fields,
    current,
  }
  return Response.json(body, { status: errorCodes[code] })
}
