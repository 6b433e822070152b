import { newId } from '../lib/ids.ts'
import { logChanges } from './schema/log-chain.ts'
import { type CorrectedFields, logCorrections } from './schema/log-corrections.ts'
import type { visits } from './schema/visits.ts'
import type { Transaction } from './tenancy.ts'

export interface CorrectionRecord {
  visit: Pick<typeof visits.$inferSelect, 'clientId' | 'id' | 'siteId' | 'signedInAt'>
  at: Date
  /** The account of whoever corrects it; null where the visitor does. */
  by: string | null
  before: CorrectedFields
  after: CorrectedFields
  note?: string
}

/** So many rows are written at a time, far below the 65,534 parameters of one statement. */
const CHUNK = 2000

/** Writes what was changed of visits into the access log, in the transaction of the change. The chain of the log follows. */
export async function recordCorrections(
  tx: Transaction,
  corrections: readonly CorrectionRecord[],
): Promise<void> {
  for (let from = 0; from < corrections.length; from += CHUNK) {
    const part = corrections.slice(from, from + CHUNK)
    await tx.insert(logCorrections).values(
      part.map(({ visit, at, by, before, after, note = '' }) => ({
        clientId: visit.clientId,
        id: newId(at),
        at,
        siteId: visit.siteId,
        visitId: visit.id,
        signedInAt: visit.signedInAt,
        correctedBy: by,
        before,
        after,
        note,
      })),
    )
    await tx
      .insert(logChanges)
      .values(
        part.map(({ visit: { clientId, siteId, signedInAt } }) => ({ clientId, siteId, at: signedInAt })),
      )
  }
}
