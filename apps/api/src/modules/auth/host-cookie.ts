import type { FastifyReply, FastifyRequest } from 'fastify'

const options = { path: '/', httpOnly: true, sameSite: 'strict' } as const

/** A `__Host-` cookie is Secure, which browsers also accept from the loopback host – but for Safari. */
const secureName = (name: string) => `__Host-${name}`

/**
 * Sets a cookie for this host alone, which no script reads and no other site makes a browser send. Over plain HTTP (a
 * reception desk in a local network, and Safari on the loopback host) it goes along a second time without `Secure`; never where
 * PUBLIC_URL is https, whatever a proxy says of the request.
 * @param maxAgeSeconds left out, it ends with the browser
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
  if (encrypted || isLoopback(request.hostname))
    reply.setCookie(secureName(name), value, { ...options, ...life, secure: true })
  if (!encrypted) reply.setCookie(name, value, { ...options, ...life })
}

/**
 * The values that a request brings under a name, the safer one first. Where PUBLIC_URL is https a cookie without the prefix is none of
 * ours: another host of the domain, or whoever sits on an unencrypted line, can set one.
 */
export function readHostCookies(request: FastifyRequest, name: string): string[] {
  const plain = request.server.isPublicUrlHttps ? undefined : request.cookies[name]
  return [request.cookies[secureName(name)], plain].filter((value) => value !== undefined)
}

export function clearHostCookie(request: FastifyRequest, reply: FastifyReply, name: string): void {
  if (request.cookies[secureName(name)] !== undefined)
    reply.clearCookie(secureName(name), { ...options, secure: true })
  if (request.cookies[name] !== undefined) reply.clearCookie(name, options)
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
