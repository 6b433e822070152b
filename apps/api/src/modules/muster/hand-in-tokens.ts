import type { ClientScope } from '../../db/scopes.ts'
import { scopeOfToken } from '../../db/tenant-lookups.ts'
import type { KeyedHash } from '../../lib/keyed-hash.ts'
import { createSignedIds } from '../../lib/signed-ids.ts'

interface Warden {
  clientId: string
  musterId: string
  userId: string
}

export interface HandInTokens {
  /** With it a warden can hand in the marks that they make, also when their session has ended. */
  of(warden: Warden): string
  /** Undefined for a forged token. */
  read(token: string): (Warden & { scope: ClientScope }) | undefined
}

export function createHandInTokens(hash: KeyedHash): HandInTokens {
  const signed = createSignedIds(hash, 3)
  return {
    of: ({ clientId, musterId, userId }) => signed.write([clientId, musterId, userId]),
    read(token) {
      const [clientId, musterId, userId] = signed.read(token) ?? []
      if (clientId === undefined || musterId === undefined || userId === undefined) return undefined
      return { clientId, musterId, userId, scope: scopeOfToken(clientId) }
    },
  }
}
