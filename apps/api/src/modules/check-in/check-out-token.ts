import { type ClientScope, clientScope } from '../../db/scopes.ts'
import type { KeyedHash } from '../../lib/keyed-hash.ts'
import { createSignedIds } from '../../lib/signed-ids.ts'

export interface VisitName {
  clientId: string
  visitId: string
}

export interface CheckOutTokens {
  /** The token of a visit. It is derived from the ids, so a repeated sign-in answers the same token and none is stored. */
  of(visit: VisitName): string
  /** The visit of a token and the scope to end it in; undefined for a forged token. */
  read(token: string): { scope: ClientScope; visitId: string } | undefined
}

export function createCheckOutTokens(hash: KeyedHash): CheckOutTokens {
  const signed = createSignedIds(hash, 2)
  return {
    of: ({ clientId, visitId }) => signed.write([clientId, visitId]),
    read(token) {
      const [clientId, visitId] = signed.read(token) ?? []
      if (clientId === undefined || visitId === undefined) return undefined
      return { scope: clientScope(clientId), visitId }
    },
  }
}
