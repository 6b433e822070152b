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
}

export type CheckOutTokens = ReturnType<typeof createCheckOutTokens>

export function createCheckOutTokens(hash: KeyedHash) {
  const passes = createSignedIds(hash, 2)
  // The visit twice, so that neither kind is read as the other.
  const found = createSignedIds(hash, 3)
  const toVisit = ([clientId, visitId]: readonly string[] = []): NamedVisit | undefined =>
    clientId === undefined || visitId === undefined ? undefined : { scope: clientScope(clientId), visitId }
  return {
    /** It is derived from the ids, so a repeated sign-in answers the same one and none is stored. */
    of: ({ clientId, visitId }: VisitName): string => passes.write([clientId, visitId]),
    /** The visit of a token and the scope to end it in; undefined for a forged token. */
    read: (token: string): NamedVisit | undefined => toVisit(passes.read(token)),
    /** A token for whoever has found the visit at a kiosk: it checks out, and is no pass. */
    ofFound: ({ clientId, visitId }: VisitName): string => found.write([clientId, visitId, visitId]),
    /** The same for a token of either kind. */
    readToCheckOut: (token: string): NamedVisit | undefined =>
      toVisit(passes.read(token) ?? found.read(token)),
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
  options?: { readOnly: true },
): Promise<T> {
  if (!token) throw new AppError('not_found')
  const { scope, visitId } = token
  return withScope(
    db,
    scope,
    async (tx) => {
      const [visit] = await tx
        .select()
        .from(visits)
        .where(hasValues(visits, { clientId: scope.clientId, id: visitId, signedInAt: timeOfId(visitId) }))
      if (!visit) throw new AppError('not_found')
      return work(tx, visit)
    },
    options,
  )
}
