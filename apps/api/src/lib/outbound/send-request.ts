import { once } from 'node:events'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { OutboundFailure } from '@gatehouse/validation/outbound-url'
import { type Destinations, OutboundError } from './destinations.ts'

export interface OutboundRequest {
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
  /** The total time: the look-up of the name, the connection, and the whole response. */
  timeLimitMs: number
  maxResponseBytes: number
  /** Aborts the call before its time limit. */
  signal?: AbortSignal
  /** Checks the destination. Left out for a server that the operator has set. */
  destinations?: Destinations
}

export interface OutboundResponse {
  status: number
  body: Buffer
}

/**
 * Calls an external server. Redirects are not followed: their status is the response.
 * @throws OutboundError where there is no complete response
 */
export async function sendRequest(url: URL, options: OutboundRequest): Promise<OutboundResponse> {
  const timeLimit = AbortSignal.timeout(options.timeLimitMs)
  const signal = options.signal ? AbortSignal.any([timeLimit, options.signal]) : timeLimit
  try {
    const addresses = await Promise.race([options.destinations?.resolve(url), rejectOnAbort(signal)])
    const response = await begin(url, options, addresses, signal)
    const body = await readBody(response, options.maxResponseBytes)
    // A response without a length ends with its connection, so one cut by the time
    // limit looks complete.
    signal.throwIfAborted()
    return { status: response.statusCode ?? 0, body }
  } catch (error) {
    if (signal.aborted) throw new OutboundError('timeout', error)
    throw error instanceof OutboundError ? error : new OutboundError(failureOf(error), error)
  }
}

async function rejectOnAbort(signal: AbortSignal): Promise<never> {
  await once(signal, 'abort')
  throw signal.reason
}

/** Sends the request. @returns the response once its headers have arrived */
function begin(
  url: URL,
  { method, headers, body = '' }: OutboundRequest,
  addresses: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const call = send(url, {
      method,
      headers: { 'user-agent': 'gatehouse', 'content-length': Buffer.byteLength(body), ...headers },
      signal,
      rejectUnauthorized: true,
      // A kept-alive connection may have been opened without the check.
      ...(addresses && { agent: false, lookup: lookupOf(addresses) }),
    })
    call.on('response', resolve)
    call.on('error', (error) =>
      reject(isRefusedCertificate(call.socket) ? new OutboundError('certificate', error) : error),
    )
    call.end(body)
  })
}

/** Gives the connection the checked addresses instead of a look-up. */
function lookupOf(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_, options, done) => {
    const [first] = found
    if (options.all) done(null, found)
    else done(null, first?.address ?? '', first?.family)
  }
}

/** Node.js sets the reason on the connection before it ends it. */
function isRefusedCertificate(socket: unknown): boolean {
  return socket instanceof TLSSocket && Boolean(socket.authorizationError)
}

async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  const parts: AsyncIterable<Uint8Array> = response
  for await (const chunk of parts) {
    size += chunk.length
    // Leaving the loop closes the connection.
    if (size > maxBytes) throw new OutboundError('too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const failures: Record<string, OutboundFailure> = {
  ENOTFOUND: 'name_not_found',
  EAI_AGAIN: 'name_not_found',
  EAI_NODATA: 'name_not_found',
  ECONNREFUSED: 'connection_refused',
  EHOSTUNREACH: 'unreachable',
  EHOSTDOWN: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  ETIMEDOUT: 'timeout',
  ECONNRESET: 'connection_lost',
  EPIPE: 'connection_lost',
  EPROTO: 'tls',
}

function failureOf(error: unknown): OutboundFailure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_')) return 'tls'
  if (code.startsWith('HPE_')) return 'not_http'
  return failures[code] ?? 'failed'
}
