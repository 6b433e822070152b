import { limits } from '@gatehouse/validation/limits'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../lib/app-error.ts'

/**
 * Reads bodies: JSON in UTF-8 (RFC 8259, 8.1), no deeper than the limit, and nothing else. The depth is known before anything walks
 * the value; bytes that are no UTF-8 are refused, since a decoder would put other characters in their place. A parameter of the
 * content type has no meaning (RFC 8259, 11). A body of no bytes is none.
 */
export function registerJsonBody(app: FastifyInstance): void {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const coding = request.headers['content-encoding'] ?? 'identity'
    if (coding.toLowerCase() !== 'identity') return done(new AppError('unsupported_media_type'))
    if (body.length === 0) return done(null, undefined)
    if (isDeeperThan(limits.jsonDepth, body)) return done(new AppError('bad_request'))
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
 * Whether JSON nests deeper than `limit`. Reads the bytes once, without recursion, so that text of any depth and text that is no
 * JSON can be asked about.
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
