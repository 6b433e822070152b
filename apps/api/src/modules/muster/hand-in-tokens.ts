import { musterLimits } from '@gatehouse/validation/muster-limits'
import type { ClientScope } from '../../db/scopes.ts'
import { scopeOfToken } from '../../db/tenant-lookups.ts'
import { HOUR_MS } from '../../lib/durations.ts'
import { firstIdOf, timeOfId } from '../../lib/ids.ts'
import type { KeyedHash } from '../../lib/keyed-hash.ts'
import { createSignedIds } from '../../lib/signed-ids.ts'

interface Warden {
  clientId: string
  musterId: string
  userId: string
}

interface SiteWarden {
  clientId: string
  siteId: string
  userId: string
}

/** What a token names: a muster, or a site since the time at which the token was given out. */
export type HandIn = (Warden | (SiteWarden & { issuedAt: Date; isTooOld: boolean })) & { scope: ClientScope }

export interface HandInTokens {
  /** With it a warden can hand in the marks that they make, also when their session has ended. */
  of(warden: Warden): string
  /** With it a warden can do so for a muster that their phone starts without a network. */
  ofSite(warden: SiteWarden, now: Date): string
  /** Undefined for a forged token. */
  read(token: string, now: Date): HandIn | undefined
}

export function createHandInTokens(hash: KeyedHash): HandInTokens {
  const ofMuster = createSignedIds(hash, 3)
  // The last id is the time at which it was given out.
  const ofSite = createSignedIds(hash, 4)
  return {
    of: ({ clientId, musterId, userId }) => ofMuster.write([clientId, musterId, userId]),
    ofSite: ({ clientId, siteId, userId }, now) => ofSite.write([clientId, siteId, userId, firstIdOf(now)]),
    read(token, now) {
      const [clientId = '', placeId = '', userId = '', issued] =
        ofMuster.read(token) ?? ofSite.read(token) ?? []
      if (clientId === '') return undefined
      const scope = scopeOfToken(clientId)
      if (issued === undefined) return { clientId, musterId: placeId, userId, scope }
      const issuedAt = timeOfId(issued)
      const isTooOld = now.getTime() - issuedAt.getTime() > musterLimits.lateHours * HOUR_MS
      return { clientId, siteId: placeId, userId, issuedAt, isTooOld, scope }
    },
  }
}
