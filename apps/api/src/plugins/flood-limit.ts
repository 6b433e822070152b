import { rateRules } from '@gatehouse/validation/limits'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../lib/app-error.ts'
import { clientIpOf } from '../lib/client-ip.ts'
import { appOf } from '../pages/register-pages.ts'
import { createFloodGuard } from '../rate-limits/flood-guard.ts'

/** Limits the requests of each IP address before anything else is done for them. It counts in the memory of this node. */
export function registerFloodLimit(app: FastifyInstance, clock: () => Date): void {
  const secondsToWait = {
    general: createFloodGuard(rateRules.general),
    guestRequests: createFloodGuard(rateRules.guestRequests),
  }
  app.addHook('onRequest', async (request) => {
    // Built files are not counted: they cost little, and every phone of a venue behind one IP address fetches a dozen.
    if (request.url.startsWith('/_/')) return
    const rule = isGuestRequest(request.url) ? 'guestRequests' : 'general'
    const retryAfterSeconds = secondsToWait[rule](clientIpOf(request.ip), clock().getTime())
    if (retryAfterSeconds > 0) throw new AppError('too_many_requests', { retryAfterSeconds })
  })
}

/** Whether a phone requests it before the visitor is signed in: the page of a method, its data, the sign-in. */
function isGuestRequest(url: string): boolean {
  const [path = ''] = url.split('?')
  if (path.startsWith('/api/')) return path.startsWith('/api/checkin') && path !== '/api/checkin/time'
  return appOf(path) === 'guest'
}
