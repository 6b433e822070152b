import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/** No page of ours uses any of them; the board alone keeps its screen awake. */
const unusedFeatures =
  'accelerometer camera display-capture geolocation gyroscope hid idle-detection magnetometer microphone midi ' +
  'payment serial usb xr-spatial-tracking'
const permissionsPolicy = [
  ...unusedFeatures.split(' ').map((feature) => `${feature}=()`),
  'screen-wake-lock=(self)',
].join(', ')

/** What a page may load: its own files, and pictures that it made itself. */
const pagePolicy = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'blob:', 'data:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'manifest-src': ["'self'"],
  'form-action': ["'self'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
}

/** An answer of the API is no page: it says so in few bytes, since a board asks for it every ten seconds. */
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

/** What a refusal carries that is written before any hook ran. */
export const refusalHeaders = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
} as const

/** Headers that keep a browser from doing what no page of ours needs. HSTS only where people reach us by HTTPS. */
export async function registerSecurityHeaders(
  app: FastifyInstance,
  { isHttps }: { isHttps: boolean },
): Promise<void> {
  await app.register(helmet, {
    global: true,
    contentSecurityPolicy: { useDefaults: false, directives: pagePolicy },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  })
  app.addHook('onRequest', async (request, reply) => {
    if (!request.routeOptions.config.endpoint) reply.header('permissions-policy', permissionsPolicy)
  })
}
