import { sql } from 'drizzle-orm'
import { newId } from '../lib/ids.ts'
import type { CorrectedFields } from './schema/log-entries.ts'
import type { visits } from './schema/visits.ts'
import type { Transaction } from './tenancy.ts'
import { json } from './sql-values.ts'

export interface CorrectionRecord {
  visit: Pick<typeof visits.$inferSelect, 'clientId' | 'id' | 'siteId' | 'signedInAt'>
  at: Date
  /** The account of the corrector; null where it is the visitor. */
  by: string | null
  before: CorrectedFields
  after: CorrectedFields
  note?: string
}

/** Writes corrections of visits into the access log. Triggers add their entries. */
export async function recordCorrections(
  tx: Transaction,
  corrections: readonly CorrectionRecord[],
): Promise<void> {
  if (corrections.length === 0) return
  const rows = json(
    corrections.map(({ visit, at, by, before, after, note = '' }) => ({
      client_id: visit.clientId,
      id: newId(at),
      at,
      site_id: visit.siteId,
      visit_id: visit.id,
      signed_in_at: visit.signedInAt,
      corrected_by: by,
      before,
      after,
      note,
    })),
  )
  await tx.execute(sql`
    insert into log_corrections (client_id, id, at, site_id, visit_id, signed_in_at, corrected_by, before, after, note)
    select client_id, id, at, site_id, visit_id, signed_in_at, corrected_by, before, after, note
    from jsonb_to_recordset(${rows})
      as correction (client_id uuid, id uuid, at timestamptz, site_id uuid, visit_id uuid, signed_in_at timestamptz, corrected_by uuid,
        before jsonb, after jsonb, note text)`)
}
