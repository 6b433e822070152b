import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, errorBody } from '../lib/app-error.ts'
import { errorHeaders } from './security-headers.ts'

/** Errors of the HTTP parser with their own status. Every other error is 400. */
const statusOfParserError: Partial<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
}

/** Answers bytes that are not HTTP, and closes. Logs nothing: the error contains the bytes. */
export function sendParserError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (socket.writable) socket.write(rawErrorResponse(statusOfParserError[error.code ?? ''] ?? 400))
  socket.destroy()
}

/**
 * Refuses requests that the HTTP parser accepts and RFC 9112 does not: without `Host`, with two, or
 * with an invalid one (3.2), and with an expectation other than `100-continue` (RFC 9110, 10.1.1).
 */
export function registerRequestChecks(app: FastifyInstance): void {
  app.server.on('checkExpectation', (_, response) => {
    response.socket?.end(rawErrorResponse(417))
  })
  app.addHook('onRequest', async (request) => {
    if (!hasValidHost(request)) throw new AppError('bad_request')
  })
}

const hostPattern = /^(\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(:\d*)?$/i

function hasValidHost({ raw }: FastifyRequest): boolean {
  const { host } = raw.headers
  if (host === undefined) return raw.httpVersion === '1.0'
  const named = raw.rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host')
  return named.length <= 1 && hostPattern.test(host)
}

function rawErrorResponse(status: number): string {
  const reason = STATUS_CODES[status] ?? ''
  const body = JSON.stringify({
    ...errorBody(new AppError('bad_request')),
    statusCode: status,
    error: reason,
  })
  const headers = {
    ...errorHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${reason}`, ...lines, '', body].join('\r\n')
}
