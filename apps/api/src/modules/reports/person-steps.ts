import { type SQL, sql } from 'drizzle-orm'
import { isOfRecords, type PersonRecords, type PersonStep } from '../privacy/person-step.ts'

/** Saved reports of the person's contacts, with their schedules. */
const views = ({ clientId, visits }: PersonRecords): SQL =>
  sql`v.client_id = ${clientId} and ${isOfRecords(sql`v.visit_id`, visits)}`

export const personSteps: readonly PersonStep[] = [
  {
    kind: 'saved_reports',
    tables: ['report_views'],
    records: (person) => sql`
      select v.id::text as id, v.created_at as at, jsonb_build_object(
        'name', v.name, 'report', v.report, 'cadence', v.cadence, 'last_sent_at', v.last_sent_at) as data
      from report_views v where ${views(person)}`,
    // Without the person there is nobody whose contacts it could name, so it is mailed to nobody any more.
    erase: async ({ tx, person }) =>
      void (await tx.execute(sql`delete from report_views v where ${views(person)}`)),
  },
]
