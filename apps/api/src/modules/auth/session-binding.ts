import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { clearHostCookie, readHostCookies, setHostCookie } from './host-cookie.ts'

const COOKIE = 'gatehouse'

/** Browsers name the relation of a request’s origin to its target (Fetch Metadata); other programs do not. */
export function isBrowser(request: FastifyRequest): boolean {
  return request.headers['sec-fetch-site'] !== undefined
}

/** A fresh cookie half of a session, and the hash that the session keeps of it. */
export function newSessionBinding(): { value: string; hash: Uint8Array } {
  const value = randomBytes(32).toString('base64url')
  return { value, hash: hashOf(value) }
}

/** Sets the half as a session cookie: without it the browser's bearer token is worthless. */
export function setSessionBinding(request: FastifyRequest, reply: FastifyReply, value: string): void {
  setHostCookie(request, reply, COOKIE, value)
}

export function clearSessionBinding(request: FastifyRequest, reply: FastifyReply): void {
  clearHostCookie(request, reply, COOKIE)
}

/** Whether the request brings the half that the session was made with. */
export function hasSessionBinding(request: FastifyRequest, hash: Uint8Array): boolean {
  return readHostCookies(request, COOKIE).some((value) => timingSafeEqual(hashOf(value), hash))
}

function hashOf(value: string): Uint8Array {
  return createHash('sha256').update(value).digest()
}
