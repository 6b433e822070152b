import { isLoopbackHost } from '@gatehouse/validation/loopback'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** A request or a socket handshake. */
export interface CookieSource {
  cookies: Record<string, string | undefined>
  server: Pick<FastifyInstance, 'isPublicUrlHttps'>
}

const options = { path: '/', httpOnly: true, sameSite: 'strict' } as const

/** `__Host-` requires `Secure`. Browsers except Safari also accept it on the loopback host. */
const secureName = (name: string) => `__Host-${name}`

/**
 * Sets a cookie for this host only, `HttpOnly` and `SameSite=Strict`. Over plain HTTP (a local
 * network, or Safari on the loopback host) it is also set without `Secure`. Where PUBLIC_URL is
 * https that never happens, even if a proxy reports plain HTTP.
 * @param maxAgeSeconds without it the cookie ends with the browser
 */
export function setHostCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  value: string,
  maxAgeSeconds?: number,
): void {
  const life = maxAgeSeconds === undefined ? {} : { maxAge: maxAgeSeconds }
  const encrypted = request.protocol === 'https' || request.server.isPublicUrlHttps
  if (encrypted || isLoopbackHost(request.hostname))
    reply.setCookie(secureName(name), value, { ...options, ...life, secure: true })
  if (!encrypted) reply.setCookie(name, value, { ...options, ...life })
}

/**
 * The values of a cookie, the one with the `__Host-` prefix first. Where PUBLIC_URL is https, only
 * that one counts: another host of the domain, or an attacker on an unencrypted connection, can set
 * the other.
 */
export function readHostCookies({ cookies, server }: CookieSource, name: string): string[] {
  const plain = server.isPublicUrlHttps ? undefined : cookies[name]
  return [cookies[secureName(name)], plain].filter((value) => value !== undefined)
}

export function clearHostCookie(request: FastifyRequest, reply: FastifyReply, name: string): void {
  if (request.cookies[secureName(name)] !== undefined)
    reply.clearCookie(secureName(name), { ...options, secure: true })
  if (request.cookies[name] !== undefined) reply.clearCookie(name, options)
}
