import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HOUR_MS } from '../lib/durations.ts'

/** A configuration error that does not stop the server. */
export interface Warning {
  code: 'forwarding_headers_not_trusted' | 'https_not_seen'
  message: string
  /** How many requests showed it since the last log line. */
  requests: number
}

export type ProxyWarnings = ReturnType<typeof watchProxies>

const messages: Record<Warning['code'], string> = {
  forwarding_headers_not_trusted:
    'Requests bring X-Forwarded or Forwarded headers that are not believed, so all visitors count as one and HTTPS is not seen. Name the networks of the reverse proxy in TRUSTED_PROXIES, and let it send X-Forwarded-For and X-Forwarded-Proto.',
  https_not_seen:
    'PUBLIC_URL is https and requests arrive over plain HTTP. Name the networks of the reverse proxy in TRUSTED_PROXIES, and let it send X-Forwarded-For and X-Forwarded-Proto.',
}

export interface ProxyWatch {
  /** Whether visitors use https. */
  isHttps: boolean
  clock: () => Date
}

/**
 * Detects a reverse proxy that is not listed as trusted: all visitors would share its IP address.
 * Each warning is logged at most once an hour, with a count and without an IP address. A direct
 * caller can cause one with a forged header, and must not fill the log.
 */
export function watchProxies(app: FastifyInstance, { isHttps, clock }: ProxyWatch) {
  const seen = new Map<Warning['code'], { at: number; loggedAt: number; requests: number }>()

  const note = (code: Warning['code']) => {
    const now = clock().getTime()
    const known = seen.get(code)
    if (known && now - known.loggedAt < HOUR_MS) {
      known.at = now
      known.requests += 1
      return
    }
    seen.set(code, { at: now, loggedAt: now, requests: 1 })
    app.log.warn({ code, earlierRequests: known?.requests ?? 0 }, messages[code])
  }
  app.addHook('onRequest', async (request) => {
    if (hasUnreadForwarding(request)) note('forwarding_headers_not_trusted')
    else if (isHttps && request.protocol !== 'https' && !isProbe(request.url)) note('https_not_seen')
  })
  return {
    list(): Warning[] {
      const now = clock().getTime()
      return [...seen]
        .filter(([, { at }]) => now - at < HOUR_MS)
        .map(([code, { requests }]) => ({ code, message: messages[code], requests }))
    },
  }
}

/** Whether a forwarding header states the request's origin, but its sender is not trusted. */
function hasUnreadForwarding({ headers, ips, protocol }: FastifyRequest): boolean {
  const isForwarding = (name: string) => name === 'forwarded' || name.startsWith('x-forwarded-')
  if (!Object.keys(headers).some((name) => isForwarding(name))) return false
  // `request.ips` exists only where proxies are trusted. It has more than the peer's address only
  // where the peer is one of them.
  if (ips === undefined) return true
  if (headers['x-forwarded-for'] !== undefined) return ips.length < 2
  const proto = headers['x-forwarded-proto']
  if (proto !== undefined) return String(proto).split(',').at(-1)?.trim() !== protocol
  // Fastify does not read `Forwarded` (RFC 7239).
  return headers.forwarded !== undefined
}

/** The paths that a load balancer or a monitor requests directly. */
function isProbe(url: string): boolean {
  return /^\/(?:health\/|metrics(?:\?|$))/.test(url)
}
