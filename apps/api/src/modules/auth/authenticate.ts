import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { StaffActor } from '../../context.ts'
import type { Database } from '../../db/client.ts'
import { clearHostCookie, type CookieSource, readHostCookies, setHostCookie } from './host-cookie.ts'
import type { SessionTokens } from './session-tokens.ts'
import { findLiveSession } from './sessions.ts'

/** Our tokens have about 700 characters. Longer text is not parsed. */
const MAX_TOKEN_LENGTH = 8192
/** The session-binding cookie: without it the bearer token of a browser is worthless. */
const COOKIE = 'gatehouse'

/**
 * Finds the person who makes a request. The bearer token names a live session. If a browser started
 * it, the request must also carry the session-binding cookie.
 * @returns undefined for all other requests
 */
export function authenticate(
  request: FastifyRequest,
  options: AuthenticateOptions,
): Promise<StaffActor | undefined> {
  return authenticateToken(bearerOf(request), request, options)
}

/** The id of the session that a validly signed token names. The session may have ended. */
export async function findNamedSession(
  request: FastifyRequest,
  tokens: SessionTokens,
  now: Date,
): Promise<string | undefined> {
  const token = bearerOf(request)
  if (!isTokenShaped(token)) return undefined
  return (await tokens.verifyInMemory(token, now))?.sessionId
}

const bearerOf = ({ headers }: FastifyRequest) => /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1]

const isTokenShaped = (token: string | undefined): token is string =>
  token !== undefined && token.length <= MAX_TOKEN_LENGTH && /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)

interface AuthenticateOptions {
  db: Database
  tokens: SessionTokens
  now: Date
  countsAsActivity: boolean
}

/** Same as `authenticate`, from a bearer token and the cookies sent with it. */
export async function authenticateToken(
  token: string | undefined,
  source: CookieSource,
  { db, tokens, now, countsAsActivity }: AuthenticateOptions,
): Promise<StaffActor | undefined> {
  if (!isTokenShaped(token)) return undefined
  const named = await tokens.verify(token, now)
  if (!named) return undefined
  const session = await findLiveSession(db, named, now, countsAsActivity)
  if (!session) return undefined
  if (session.cookieHash && !hasSessionBinding(source, session.cookieHash)) return undefined
  return session.actor
}

/** Whether a browser sends the request: only browsers send Fetch Metadata headers. */
export function isBrowser(request: FastifyRequest): boolean {
  return request.headers['sec-fetch-site'] !== undefined
}

/** A new value for the session-binding cookie, and the hash that the session's row keeps. */
export function createSessionBinding(): { value: string; hash: Uint8Array } {
  const value = randomBytes(32).toString('base64url')
  return { value, hash: hashOf(value) }
}

/** @param maxAgeSeconds without it the cookie ends with the browser */
export function setSessionBinding(
  request: FastifyRequest,
  reply: FastifyReply,
  value: string,
  maxAgeSeconds?: number,
): void {
  setHostCookie(request, reply, COOKIE, value, maxAgeSeconds)
}

/** Extends the life of the session-binding cookie that the request carries. */
export function keepSessionBinding(
  request: FastifyRequest,
  reply: FastifyReply,
  hash: Uint8Array,
  maxAgeSeconds: number | undefined,
): void {
  const value = readHostCookies(request, COOKIE).find((sent) => timingSafeEqual(hashOf(sent), hash))
  if (value !== undefined) setSessionBinding(request, reply, value, maxAgeSeconds)
}

export function clearSessionBinding(request: FastifyRequest, reply: FastifyReply): void {
  clearHostCookie(request, reply, COOKIE)
}

/** Whether a browser has a session-binding cookie, of a valid session or not. */
export const hasSessionCookie = (source: CookieSource): boolean => readHostCookies(source, COOKIE).length > 0

function hasSessionBinding(source: CookieSource, hash: Uint8Array): boolean {
  return readHostCookies(source, COOKIE).some((value) => timingSafeEqual(hashOf(value), hash))
}

function hashOf(value: string): Uint8Array {
  return createHash('sha256').update(value).digest()
}
