import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import { pagePolicy, permissionsPolicy } from '../lib/page-policy.ts'

/** The headers of API responses. They are short: a board fetches one every ten seconds. */
export const apiHeaders = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
  },
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  referrerPolicy: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
} as const

/** The headers of an error that is sent before any hook runs. */
export const errorHeaders = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
} as const

/** Sets headers that forbid what no page needs. HSTS is set only where visitors use HTTPS. */
export async function registerSecurityHeaders(
  app: FastifyInstance,
  { isHttps }: { isHttps: boolean },
): Promise<void> {
  await app.register(helmet, {
    global: true,
    contentSecurityPolicy: { useDefaults: false, directives: pagePolicy },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  })
  app.addHook('onRequest', async (request, reply) => {
    if (!request.routeOptions.config.endpoint) reply.header('permissions-policy', permissionsPolicy)
  })
}
