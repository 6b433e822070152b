import { type SQL, sql } from 'drizzle-orm'
import { isOfRecords, type PersonRecords, type PersonStep } from '../privacy/person-step.ts'

const rows = (person: PersonRecords): SQL => sql`
  r.client_id = ${person.clientId} and ${isOfRecords(sql`r.consumed_by`, [...person.visits, ...person.attempts])}`

/** The temperatures that the person's sign-ins have used. */
export const personSteps: readonly PersonStep[] = [
  {
    kind: 'readings',
    tables: ['readings'],
    records: (person) => sql`
      select r.id::text as id, r.taken_at as at, jsonb_build_object('temperature', r.temperature) as data
      from readings r where ${rows(person)}`,
    erase: async ({ tx, person }) =>
      void (await tx.execute(sql`delete from readings r where ${rows(person)}`)),
  },
]
