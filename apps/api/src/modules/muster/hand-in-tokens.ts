import type { InstantText } from '@gatehouse/validation/instants'
import { musterLimits } from '@gatehouse/validation/muster-limits'
import type { ClientScope } from '../../db/scopes.ts'
import { scopeOfToken } from '../../db/tenant-lookups.ts'
import { HOUR_MS } from '../../lib/durations.ts'
import { firstIdOf, timeOfId } from '../../lib/ids.ts'
import type { KeyedHash } from '../../lib/keyed-hash.ts'
import { createSignedIds } from '../../lib/signed-ids.ts'

/** Who was given a token, in which session. */
interface Holder {
  clientId: string
  userId: string
  sessionId: string
}

interface Warden extends Holder {
  musterId: string
}

interface SiteWarden extends Holder {
  siteId: string
}

/** What a token names: a muster, or a site since the time at which the token was given out. */
export type HandIn = (Warden | (SiteWarden & { issuedAt: Date; isTooOld: boolean })) & { scope: ClientScope }

export type HandInTokens = ReturnType<typeof createHandInTokens>

export function createHandInTokens(hash: KeyedHash) {
  const ofMuster = createSignedIds(hash, 4)
  // The last id is the time at which it was given out.
  const ofSite = createSignedIds(hash, 5)
  return {
    /** With it a warden can hand in the marks that they make, also when their session has run out. */
    of: ({ clientId, musterId, userId, sessionId }: Warden): string =>
      ofMuster.write([clientId, musterId, userId, sessionId]),
    /** With it a warden can do so for a muster that their phone starts without a network. */
    ofSite: ({ clientId, siteId, userId, sessionId }: SiteWarden, now: Date): string =>
      ofSite.write([clientId, siteId, userId, sessionId, firstIdOf(now)]),
    /** Undefined for a forged token. */
    read(token: string, now: Date): HandIn | undefined {
      const [clientId = '', placeId = '', userId = '', sessionId = '', issued] =
        ofMuster.read(token) ?? ofSite.read(token) ?? []
      if (clientId === '') return undefined
      const holder = { clientId, userId, sessionId, scope: scopeOfToken(clientId) }
      if (issued === undefined) return { ...holder, musterId: placeId }
      const issuedAt = timeOfId(issued)
      const isTooOld = now.getTime() - issuedAt.getTime() > musterLimits.lateHours * HOUR_MS
      return { ...holder, siteId: placeId, issuedAt, isTooOld }
    },
  }
}

/** Within this the clock of a phone is taken as right: it includes the way of a request. */
const TOLERANCE_MS = 5000

/**
 * A time of a phone by the server's clock: corrected by how wrong the phone's clock is when it sends, and never later than now.
 * @param sentAt what the phone's clock says when it sends; without it, it is taken as right
 */
export function correctTime(time: InstantText, sentAt: InstantText | undefined, now: Date): Date {
  const error = sentAt === undefined ? 0 : new Date(sentAt).getTime() - now.getTime()
  const corrected = new Date(time).getTime() - (Math.abs(error) > TOLERANCE_MS ? error : 0)
  return new Date(Math.min(corrected, now.getTime()))
}
