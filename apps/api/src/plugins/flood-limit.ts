import { rateRules } from '@gatehouse/validation/limits'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../lib/app-error.ts'
import { networkOf } from '../lib/network.ts'
import { appOf } from '../pages/register-pages.ts'
import { createFloodGuard } from '../rate-limits/flood-guard.ts'

/** Limits the requests of each network, in this node's memory and before anything else is done for them. */
export function registerFloodLimit(app: FastifyInstance, clock: () => Date): void {
  const secondsToWait = {
    general: createFloodGuard(rateRules.general),
    wayIn: createFloodGuard(rateRules.wayIn),
  }
  app.addHook('onRequest', async (request) => {
    // A built file costs almost nothing, and a whole venue behind one address fetches a dozen each.
    if (request.url.startsWith('/_/')) return
    const rule = isGuestRequest(request.url) ? 'wayIn' : 'general'
    const retryAfterSeconds = secondsToWait[rule](networkOf(request.ip), clock().getTime())
    if (retryAfterSeconds > 0) throw new AppError('too_many_requests', { retryAfterSeconds })
  })
}

/** Whether a visitor's phone asks for it until the visitor is signed in: the page of a method, its data, the sign-in. */
function isGuestRequest(url: string): boolean {
  const [path = ''] = url.split('?')
  if (path.startsWith('/api/')) return path.startsWith('/api/checkin') && path !== '/api/checkin/time'
  return appOf(path) === 'guest'
}
