import { sql } from 'drizzle-orm'
import type { Transaction } from '../../db/tenancy.ts'
import type { CheckInRecord } from './write-check-in.ts'

/**
 * A name and a mobile are enough to sign in on somebody's open stay, and then to check them out.
 * Marks such visits, unless the phone has a pass of the stay that is not marked itself.
 */
export async function markOtherPhones(
  tx: Transaction,
  records: readonly Pick<CheckInRecord, 'id' | 'at' | 'open' | 'earlierVisit'>[],
): Promise<void> {
  if (records.length === 0) return
  const rows = records.map(({ id, at, open, earlierVisit }) => ({
    client_id: open.site.clientId,
    id,
    at,
    earlier: earlierVisit,
  }))
  await tx.execute(sql`
    update visits set other_phone = true
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as again (client_id uuid, id uuid, at timestamptz, earlier uuid)
    where visits.client_id = again.client_id and visits.id = again.id and visits.signed_in_at = again.at
      and not exists (
        with recursive stay (id, next) as (
          select id, superseded_by from visits earlier
          where earlier.client_id = again.client_id and earlier.id = again.earlier and not earlier.other_phone
          union all
          select later.id, later.superseded_by from stay join visits later
            on later.client_id = again.client_id and later.id = stay.next)
        select from stay where stay.id = again.id)`)
}
