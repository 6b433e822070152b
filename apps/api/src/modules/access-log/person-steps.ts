import { type SQL, sql } from 'drizzle-orm'
import { isOneOf } from '../../db/is-one-of.ts'
import { isOfRecords, isOneOfTexts, type PersonRecords, type PersonStep } from '../privacy/person-step.ts'

const personal = sql.raw(`'{first_name,last_name,mobile}'::text[]`)

/** Those of the person's visits and refusals, and of visits that were theirs. */
const corrections = (person: PersonRecords): SQL => {
  const ids = person.corrections.map(({ id }) => id)
  return sql`c.client_id = ${person.clientId} and (${isOfRecords(sql`c.visit_id`, [...person.visits, ...person.attempts])} or ${isOneOf(sql`c.id`, ids)})`
}

/** What a correction says of the person. Where one of its sides is somebody else's, the note may be about them too. */
const own = sql`jsonb_build_object('visit', c.signed_in_at, 'site', s.name, 'time_zone', s.time_zone, 'by', c.corrected_by,
  'before', case when side."isBefore" is false then c.before - ${personal} else c.before end,
  'after', case when side."isAfter" is false then c.after - ${personal} else c.after end,
  'note', case when side."isBefore" is not false and side."isAfter" is not false then c.note else '' end)`

const isOf = (table: 'visits' | 'refused_attempts') => sql`
  select from ${sql.identifier(table)} r where r.client_id = p.client_id and r.person_key = p.person_key`

const people = ({ clientId, keys }: PersonRecords): SQL =>
  sql`p.client_id = ${clientId} and ${isOneOfTexts(sql`p.person_key`, keys)}`

/** Whoever is named by a correction that goes, and has no record. Their entry goes with it. */
const others = (person: PersonRecords): SQL => sql`
  p.client_id = ${person.clientId} and ${isOneOfTexts(
    sql`p.person_key`,
    person.others.map(({ personKey }) => personKey),
  )} and not exists (${isOf('visits')}) and not exists (${isOf('refused_attempts')})`

export const personSteps: readonly PersonStep[] = [
  {
    kind: 'corrections',
    tables: ['log_corrections'],
    records: (person) => sql`
      select c.id::text as id, c.at, ${own} as data
      from log_corrections c join sites s on s.client_id = c.client_id and s.id = c.site_id
      left join jsonb_to_recordset(${JSON.stringify(person.corrections)}::jsonb) as side (id uuid, "isBefore" boolean, "isAfter" boolean)
        on side.id = c.id
      where ${corrections(person)}`,
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
      from log_people p where ${people(person)}
      union all
      select '', p.last_at, '{}' from log_people p where ${others(person)}`,
    erase: async ({ tx, person }) =>
      void (await tx.execute(sql`delete from log_people p where (${people(person)}) or (${others(person)})`)),
  },
]
