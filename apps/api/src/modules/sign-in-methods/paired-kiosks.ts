import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { hasValues } from '../../db/has-values.ts'
import { pairingCodes } from '../../db/schema/devices.ts'
import { pairedKiosks, kioskReports } from '../../db/schema/sign-in-methods.ts'
import { type Transaction, withReadScope } from '../../db/tenancy.ts'
import type { FoundMethod } from '../../db/tenant-lookups.ts'
import type { OpenMethod } from './queries.ts'

/** Whether a token hash belongs to a paired tablet of the method. */
export async function isPairedKiosk(
  db: Database,
  { scope, methodId }: FoundMethod,
  tokenHash: Uint8Array,
): Promise<boolean> {
  const isThisOne = hasValues(pairedKiosks, { clientId: scope.clientId, methodId, tokenHash })
  const paired = await withReadScope(db, scope, (tx) =>
    tx.select({ pairedAt: pairedKiosks.pairedAt }).from(pairedKiosks).where(isThisOne),
  )
  return paired.length > 0
}

export async function addPairedKiosk(
  tx: Transaction,
  tablet: { clientId: string; methodId: string; tokenHash: Uint8Array; pairedAt: Date },
): Promise<void> {
  await tx.insert(pairedKiosks).values(tablet)
}

/**
 * Revokes the tokens of the tablets of these methods of a client, and the codes that would pair
 * more.
 * @returns the number of tablets
 */
export async function unpairKiosks(
  tx: Transaction,
  clientId: string,
  methodIds: readonly string[],
): Promise<number> {
  const ids = [...methodIds]
  await tx
    .delete(pairingCodes)
    .where(and(eq(pairingCodes.clientId, clientId), inArray(pairingCodes.methodId, ids)))
  const { count: ended } = await tx
    .delete(pairedKiosks)
    .where(and(eq(pairedKiosks.clientId, clientId), inArray(pairedKiosks.methodId, ids)))
  return ended
}

export type NamedMethod = Pick<OpenMethod['method'], 'id' | 'type'>

/** Whether tablets may have stored sign-ins for this method: it is a kiosk, or was one recently. */
export async function isOrWasKiosk(tx: Transaction, { id, type }: NamedMethod): Promise<boolean> {
  if (type === 'kiosk') return true
  const reports = await tx
    .select({ kiosk: kioskReports.kiosk })
    .from(kioskReports)
    .where(eq(kioskReports.methodId, id))
    .limit(1)
  return reports.length > 0
}
