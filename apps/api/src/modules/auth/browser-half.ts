import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A `__Host-` cookie is Secure, which browsers also accept from the loopback host – but for Safari. */
const SECURE_NAME = '__Host-gatehouse'
/** For plain HTTP: a reception desk in a local network, and Safari on the loopback host. */
const PLAIN_NAME = 'gatehouse'

const options = { path: '/', httpOnly: true, sameSite: 'strict' } as const

/** Browsers name the relation of a request’s origin to its target (Fetch Metadata); other programs do not. */
export function isBrowser(request: FastifyRequest): boolean {
  return request.headers['sec-fetch-site'] !== undefined
}

/** A fresh cookie half of a session, and the hash that the session keeps of it. */
export function newBrowserHalf(): { value: string; hash: Uint8Array } {
  const value = randomBytes(32).toString('base64url')
  return { value, hash: hashOf(value) }
}

/** Sets the half as a session cookie: without it the browser's bearer token is worthless. */
export function setBrowserHalf(request: FastifyRequest, reply: FastifyReply, value: string): void {
  const encrypted = request.protocol === 'https'
  if (encrypted || isLoopback(request.hostname))
    reply.setCookie(SECURE_NAME, value, { ...options, secure: true })
  if (!encrypted) reply.setCookie(PLAIN_NAME, value, options)
}

export function clearBrowserHalf(request: FastifyRequest, reply: FastifyReply): void {
  if (request.cookies[SECURE_NAME] !== undefined) reply.clearCookie(SECURE_NAME, { ...options, secure: true })
  if (request.cookies[PLAIN_NAME] !== undefined) reply.clearCookie(PLAIN_NAME, options)
}

/** Whether the request brings the half that the session was made with. */
export function bringsBrowserHalf(request: FastifyRequest, hash: Uint8Array): boolean {
  return [request.cookies[SECURE_NAME], request.cookies[PLAIN_NAME]].some(
    (value) => value !== undefined && timingSafeEqual(hashOf(value), hash),
  )
}

function hashOf(value: string): Uint8Array {
  return createHash('sha256').update(value).digest()
}

function isLoopback(host: string): boolean {
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host === '127.0.0.1' ||
    host === '[::1]' ||
    host === '::1'
  )
}
