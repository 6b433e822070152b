import { sql } from 'drizzle-orm'
import { type Lifecycle, ofPerson } from '../../db/lifecycle.ts'
import { isOfRecords } from '../../db/person-records.ts'

export const lifecycle = {
  person: [
    // Saved reports of this person's contacts, which can no longer be sent.
    ofPerson({
      kind: 'saved_reports',
      table: 'report_views',
      where: ({ visits }) => isOfRecords(sql`t.visit_id`, visits),
      at: sql`t.created_at`,
      data: sql`jsonb_build_object(
        'name', t.name, 'report', t.report, 'cadence', t.cadence, 'last_sent_at', t.last_sent_at)`,
      change: 'delete',
    }),
  ],
} satisfies Lifecycle
