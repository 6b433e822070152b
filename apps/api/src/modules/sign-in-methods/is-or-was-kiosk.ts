import { eq } from 'drizzle-orm'
import { kioskReports } from '../../db/schema/sign-in-methods.ts'
import type { Transaction } from '../../db/tenancy.ts'
import type { OpenMethod } from './queries.ts'

export type NamedMethod = Pick<OpenMethod['method'], 'id' | 'type'>

/** Whether tablets may have stored sign-ins for this method: it is a kiosk, or was one not long ago and is of another type by now. */
export async function isOrWasKiosk(tx: Transaction, { id, type }: NamedMethod): Promise<boolean> {
  if (type === 'kiosk') return true
  const reports = await tx
    .select({ kiosk: kioskReports.kiosk })
    .from(kioskReports)
    .where(eq(kioskReports.methodId, id))
    .limit(1)
  return reports.length > 0
}
