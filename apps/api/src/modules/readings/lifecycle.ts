import { sql } from 'drizzle-orm'
import { type Lifecycle, ofPerson, retain } from '../../db/lifecycle.ts'
import { isOfRecords } from '../../db/person-records.ts'
import { readings } from '../../db/schema/readings.ts'
import { DAY_MS } from '../../lib/durations.ts'

export const lifecycle = {
  expires: [{ table: readings, column: readings.expiresAt, keptMs: DAY_MS }],
  retention: [
    retain({
      class: 'temperature',
      table: 'readings',
      time: 'taken_at',
      isUnordered: true,
      site: sql`t.site_id`,
      change: 'delete',
    }),
  ],
  person: [
    ofPerson({
      kind: 'readings',
      table: 'readings',
      where: ({ visits, attempts }) => isOfRecords(sql`t.consumed_by`, [...visits, ...attempts]),
      at: sql`t.taken_at`,
      data: sql`jsonb_build_object('temperature', t.temperature)`,
      change: 'delete',
    }),
  ],
} satisfies Lifecycle
