import { type SQL, sql } from 'drizzle-orm'
import { isOfRecords, isOneOfTexts, type PersonRecords, type PersonStep } from '../privacy/person-step.ts'

const personal = sql.raw(`'{first_name,last_name,mobile}'::text[]`)

const corrections = (person: PersonRecords): SQL =>
  sql`c.client_id = ${person.clientId} and ${isOfRecords(sql`c.visit_id`, person.visits)}`

const isOf = (table: 'visits' | 'refused_attempts') => sql`
  select from ${sql.identifier(table)} r where r.client_id = p.client_id and r.person_key = p.person_key`

/** A corrected name leaves an entry without a record under the key that the visit had before. Its mobile tells whose it was. */
const people = ({ clientId, keys, mobiles }: PersonRecords): SQL => sql`
  p.client_id = ${clientId} and (${isOneOfTexts(sql`p.person_key`, keys)}
    or (${isOneOfTexts(sql`p.mobile`, mobiles)} and not exists (${isOf('visits')}) and not exists (${isOf('refused_attempts')})))`

export const personSteps: readonly PersonStep[] = [
  {
    kind: 'corrections',
    tables: ['log_corrections'],
    records: (person) => sql`
      select c.id::text as id, c.at, jsonb_build_object('visit', c.visit_id, 'before', c.before, 'after', c.after, 'note', c.note) as data
      from log_corrections c where ${corrections(person)}`,
    erase: async ({ tx, person, now }) =>
      void (await tx.execute(sql`
        update log_corrections c set before = before - ${personal}, after = after - ${personal}, note = '',
          anonymised_at = ${now.toISOString()}::timestamptz
        where ${corrections(person)}`)),
  },
  {
    kind: 'search_entries',
    tables: ['log_people'],
    records: (person) => sql`
      select p.person_key as id, p.last_at as at, jsonb_build_object('name', p.folded_name, 'mobile', p.mobile) as data
      from log_people p where ${people(person)}`,
    erase: async ({ tx, person }) =>
      void (await tx.execute(sql`delete from log_people p where ${people(person)}`)),
  },
]
