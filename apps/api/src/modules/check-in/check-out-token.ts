import type { Database } from '../../db/client.ts'
import { hasValues } from '../../db/has-values.ts'
import { visits } from '../../db/schema/visits.ts'
import { type ClientScope, clientScope } from '../../db/scopes.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { timeOfId } from '../../lib/ids.ts'
import type { KeyedHash } from '../../lib/keyed-hash.ts'
import { createSignedIds } from '../../lib/signed-ids.ts'

export interface VisitName {
  clientId: string
  visitId: string
}

interface NamedVisit {
  scope: ClientScope
  visitId: string
  /** Found by a kiosk that is not paired, whose page anyone can open. */
  isByAnybody?: boolean
}

export type CheckOutTokens = ReturnType<typeof createCheckOutTokens>

export function createCheckOutTokens(hash: KeyedHash) {
  const passes = createSignedIds(hash, 2)
  // These repeat the visit id, so that the kinds differ in length and cannot be confused.
  const found = createSignedIds(hash, 3)
  const foundByAnybody = createSignedIds(hash, 4)
  const toVisit = ([clientId, visitId]: readonly string[] = []): NamedVisit | undefined =>
    clientId === undefined || visitId === undefined ? undefined : { scope: clientScope(clientId), visitId }
  return {
    /** Derived from the ids, so a repeated sign-in returns the same token and none is stored. */
    of: ({ clientId, visitId }: VisitName): string => passes.write([clientId, visitId]),
    /** The visit of a token and the scope to end it in; undefined for a forged token. */
    read: (token: string): NamedVisit | undefined => toVisit(passes.read(token)),
    /**
     * A token for a visit that was found at a kiosk. It can check out, but is not a pass.
     * @param isPaired whether the kiosk is known to be the venue's
     */
    ofFound: ({ clientId, visitId }: VisitName, isPaired: boolean): string =>
      isPaired
        ? found.write([clientId, visitId, visitId])
        : foundByAnybody.write([clientId, visitId, visitId, visitId]),
    /** The visit of a token of any kind. */
    readToCheckOut(token: string): NamedVisit | undefined {
      const visit = toVisit(passes.read(token) ?? found.read(token))
      if (visit) return visit
      const named = toVisit(foundByAnybody.read(token))
      return named && { ...named, isByAnybody: true }
    },
  }
}

/**
 * Runs the work in a transaction of its client, with the visit of a token.
 * @throws AppError `not_found` for a forged token
 */
export async function withVisit<T>(
  db: Database,
  token: NamedVisit | undefined,
  work: (tx: Transaction, visit: typeof visits.$inferSelect) => Promise<T>,
): Promise<T> {
  if (!token) throw new AppError('not_found')
  const { scope, visitId } = token
  const isNamed = hasValues(visits, { clientId: scope.clientId, id: visitId, signedInAt: timeOfId(visitId) })
  return withScope(db, scope, async (tx) => {
    const [visit] = await tx.select().from(visits).where(isNamed)
    if (!visit) throw new AppError('not_found')
    return work(tx, visit)
  })
}
