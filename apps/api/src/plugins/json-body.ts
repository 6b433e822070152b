import { serverLimits } from '@gatehouse/validation/limits'
import type { FastifyInstance } from 'fastify'
import type { EndpointDeclaration } from '@gatehouse/validation/endpoint'
import { AppError } from '../lib/app-error.ts'

/**
 * Accepts only bodies of JSON in UTF-8 (RFC 8259, 8.1) within the depth limit, which is checked
 * before anything traverses the value. Invalid UTF-8 is refused, because a decoder would replace
 * it with other characters. Parameters of the content type are ignored (RFC 8259, 11). An empty
 * body counts as none.
 */
export function registerJsonBody(app: FastifyInstance): void {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const coding = request.headers['content-encoding'] ?? 'identity'
    if (coding.toLowerCase() !== 'identity') return done(new AppError('unsupported_media_type'))
    if (body.length === 0) return done(null, undefined)
    if (isDeeperThan(serverLimits.jsonDepth, body)) return done(new AppError('bad_request'))
    let text: string
    try {
      text = decoder.decode(body)
    } catch (cause) {
      return done(new AppError('bad_request', { cause }))
    }
    void parse(request, text, done)
  })
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const opening = new Set([0x5b, 0x7b])
const closing = new Set([0x5d, 0x7d])

/**
 * Whether JSON nests deeper than `limit`. It scans the bytes once, without recursion, so any depth
 * is safe, and so is text that is not JSON.
 */
export function isDeeperThan(limit: number, json: Uint8Array): boolean {
  let depth = 0
  let isInText = false
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at] ?? 0
    if (isInText) {
      if (byte === BACKSLASH) at += 1
      else if (byte === QUOTE) isInText = false
    } else if (byte === QUOTE) isInText = true
    else if (opening.has(byte)) {
      depth += 1
      if (depth > limit) return true
    } else if (closing.has(byte)) depth -= 1
  }
  return false
}

/** Accepts files as the body of the endpoints that declare them, and of no others. */
export function registerUploads(app: FastifyInstance, endpoints: readonly EndpointDeclaration[]): void {
  const types = new Set(endpoints.flatMap(({ upload }) => upload?.types ?? []))
  for (const type of types) {
    app.addContentTypeParser<Buffer>(type, { parseAs: 'buffer' }, (request, bytes, done) => {
      const { upload } = request.routeOptions.config.endpoint ?? {}
      const coding = request.headers['content-encoding'] ?? 'identity'
      if (!upload?.types.includes(type) || coding.toLowerCase() !== 'identity')
        return done(new AppError('unsupported_media_type'))
      done(null, { type, bytes })
    })
  }
}
