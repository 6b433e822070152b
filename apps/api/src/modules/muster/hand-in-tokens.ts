import type { InstantText } from '@gatehouse/validation/instants'
import { musterLimits } from '@gatehouse/validation/muster-limits'
import type { ClientScope } from '../../db/scopes.ts'
import { scopeOfToken } from '../../db/tenant-lookups.ts'
import { HOUR_MS } from '../../lib/durations.ts'
import { firstIdOf, timeOfId } from '../../lib/ids.ts'
import type { KeyedHash } from '../../lib/keyed-hash.ts'
import { createSignedIds } from '../../lib/signed-ids.ts'

/** The user and session that a token was issued to. */
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

/** What a token names: a muster, or a site and the time of issue. */
export type HandIn = (Warden | (SiteWarden & { issuedAt: Date; isTooOld: boolean })) & { scope: ClientScope }

export type HandInTokens = ReturnType<typeof createHandInTokens>

export function createHandInTokens(hash: KeyedHash) {
  const ofMuster = createSignedIds(hash, 4)
  // The last id holds the time of issue.
  const ofSite = createSignedIds(hash, 5)
  return {
    /** Lets a warden submit marks of this muster, even after their session has expired. */
    of: ({ clientId, musterId, userId, sessionId }: Warden): string =>
      ofMuster.write([clientId, musterId, userId, sessionId]),
    /** The same for a muster that the warden's phone starts while offline. */
    ofSite: ({ clientId, siteId, userId, sessionId }: SiteWarden, now: Date): string =>
      ofSite.write([clientId, siteId, userId, sessionId, firstIdOf(now)]),
    /** @returns undefined for a forged token */
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

/** Up to this difference the phone's clock counts as right: a request takes time too. */
const TOLERANCE_MS = 5000

/**
 * Converts a time of a phone to the server's clock. The result is never later than now.
 * @param sentAt the phone's clock at the time of sending; without it, the clock counts as right
 */
export function correctTime(time: InstantText, sentAt: InstantText | undefined, now: Date): Date {
  const error = sentAt === undefined ? 0 : new Date(sentAt).getTime() - now.getTime()
  const corrected = new Date(time).getTime() - (Math.abs(error) > TOLERANCE_MS ? error : 0)
  return new Date(Math.min(corrected, now.getTime()))
}
