import { rateRules } from '@gatehouse/validation/limits'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../lib/app-error.ts'
import { clientIpOf } from '../lib/client-ip.ts'
import { appOf } from '../pages/register-pages.ts'
import { createFloodGuard } from '../rate-limits/buckets.ts'

export interface FloodLimitDeps {
  clock: () => Date
  /** The id of a request's session, by the signature of its token alone. */
  findSession(request: FastifyRequest): Promise<string | undefined>
  /** Whether a text is the signed token of a pass, or of a warden's phone. */
  isSigned(token: string): boolean
}

/**
 * Limits the requests of each IP address before any other work. A session has its own limit at each
 * address; so has a signed token in a body, which counts once the address's limit is used up.
 * Limits are in the memory of this node.
 */
export function registerFloodLimit(
  app: FastifyInstance,
  { clock, findSession, isSigned }: FloodLimitDeps,
): void {
  const secondsToWait = {
    general: createFloodGuard(rateRules.general),
    guestRequests: createFloodGuard(rateRules.guestRequests),
    pass: createFloodGuard(rateRules.pass),
  }
  const take = (rule: keyof typeof secondsToWait, key: string) => {
    const retryAfterSeconds = secondsToWait[rule](key, clock().getTime())
    return retryAfterSeconds > 0 ? new AppError('too_many_requests', { retryAfterSeconds }) : undefined
  }
  app.decorateRequest('refusedByAddress')
  app.addHook('onRequest', async (request) => {
    // Built files are not counted: they are cheap, and every phone of a venue behind one IP address
    // fetches a dozen.
    if (request.url.startsWith('/_/')) return
    const [address, session] = [clientIpOf(request.ip), await findSession(request)]
    const rule = isGuestRequest(request.url) ? 'guestRequests' : 'general'
    const refusal = take(rule, session === undefined ? address : `${address} ${session}`)
    if (refusal && !takesSignedToken(request)) throw refusal
    request.refusedByAddress = refusal
  })
  app.addHook('preHandler', async ({ refusedByAddress, body }) => {
    if (!refusedByAddress) return
    const [, token] = Object.entries(body ?? {}).find(([name]) => isTokenField(name)) ?? []
    const refusal = typeof token === 'string' && isSigned(token) ? take('pass', token) : refusedByAddress
    if (refusal) throw refusal
  })
}

/** The body field of a public call that has a signed token. */
const isTokenField = (name: string) => name === 'checkOutToken' || name === 'token'

function takesSignedToken({ routeOptions }: FastifyRequest): boolean {
  const { access, body } = routeOptions.config.endpoint ?? {}
  if (access !== 'public' || !body || !('entries' in body)) return false
  return Object.keys(body.entries as object).some(isTokenField)
}

/** Whether a phone sends it before the sign-in: the page of a method, its data, the sign-in. */
function isGuestRequest(url: string): boolean {
  const [path = ''] = url.split('?')
  if (path.startsWith('/api/')) return path.startsWith('/api/checkin') && path !== '/api/checkin/time'
  return appOf(path) === 'guest'
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The refusal by the address's limit. */
    refusedByAddress: AppError | undefined
  }
}
