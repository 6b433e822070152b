import { type SQL, sql } from 'drizzle-orm'
import { isOneOfTexts, hasIdOf, json } from '../../db/sql-values.ts'
import { type Lifecycle, ofPerson, retain } from '../../db/lifecycle.ts'
import { isOfRecords, type PersonRecords } from '../../db/person-records.ts'

const personal = sql.raw(`'{first_name,last_name,mobile}'::text[]`)

const corrections = {
  table: 'log_corrections',
  change: (now: SQL) => sql`before = before - ${personal}, after = after - ${personal}, note = '',
    anonymised_at = ${now}`,
}

const searched = { table: 'log_people', change: 'delete' } as const

const isOwn = ({ keys }: PersonRecords): SQL => isOneOfTexts(sql`t.person_key`, keys)

const hasRecord = (table: 'visits' | 'refused_attempts') => sql`exists (
  select from ${sql.identifier(table)} r where r.client_id = t.client_id and r.person_key = t.person_key)`

/** People named only by an erased correction, without records. Their search entry is erased too. */
const isOther = ({ others }: PersonRecords): SQL =>
  sql`${isOneOfTexts(
    sql`t.person_key`,
    others.map(({ personKey }) => personKey),
  )} and not ${hasRecord('visits')} and not ${hasRecord('refused_attempts')}`

export const lifecycle = {
  retention: [
    // Corrections lose the names, the mobile and the note when their visit does.
    retain({
      ...corrections,
      class: 'contact',
      time: 'signed_in_at',
      only: () => sql`t.anonymised_at is null`,
      site: sql`t.site_id`,
      isLocked: false,
    }),
    // People are removed from the search once their last record has no name.
    retain({ ...searched, class: 'contact', time: 'last_at', site: null }),
  ],
  person: [
    ofPerson({
      ...corrections,
      kind: 'corrections',
      join: (person) => sql`
        join sites s on s.client_id = t.client_id and s.id = t.site_id
        left join jsonb_to_recordset(${json(person.corrections)})
          as side (id uuid, "isBefore" boolean, "isAfter" boolean) on side.id = t.id`,
      // Corrections of the person's visits and refusals, and of visits that once had the person's
      // name.
      where: (person) => sql`
        ${isOfRecords(sql`t.visit_id`, [...person.visits, ...person.attempts])}
        or ${hasIdOf(sql`t.id`, person.corrections)}`,
      at: sql`t.at`,
      // Where the name before or after is another person's, the note may be about them and is left
      // out.
      data: sql`jsonb_build_object(
        'visit', t.signed_in_at, 'site', s.name, 'time_zone', s.time_zone, 'by', t.corrected_by,
        'before', case when side."isBefore" is false then t.before - ${personal} else t.before end,
        'after', case when side."isAfter" is false then t.after - ${personal} else t.after end,
        'note', case when side."isBefore" is not false and side."isAfter" is not false
          then t.note else '' end)`,
    }),
    ofPerson({
      ...searched,
      kind: 'search_entries',
      where: (person) => sql`${isOwn(person)} or (${isOther(person)})`,
      id: (person) => sql`case when ${isOwn(person)} then t.person_key else '' end`,
      at: sql`t.last_at`,
      data: sql`jsonb_build_object('name', t.folded_name, 'mobile', t.mobile)`,
    }),
  ],
} satisfies Lifecycle
