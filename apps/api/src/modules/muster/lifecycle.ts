import { type SQL, sql } from 'drizzle-orm'
import { isOneOf, isOneOfTexts } from '../../db/sql-values.ts'
import { type Lifecycle, ofPerson, retain } from '../../db/lifecycle.ts'
import { isOfOther, mentions, type PersonRecords } from '../../db/person-records.ts'

/** A roll names users by account and visitors by visit. */
const idsOf = ({ userIds, visits }: PersonRecords) => [...userIds, ...visits.map(({ id }) => id)]

/** Whether a visit on a roll stood for another person then, before a correction of the visit. */
const isOther = (person: PersonRecords, row: SQL): SQL =>
  isOfOther(sql`${row}.visit_id`, sql`${row}.person_key`, person)

const isListed = (whose: SQL): SQL => sql`exists (
  select from muster_roll r where r.client_id = t.client_id and r.muster_id = t.muster_id
    and r.person_id = t.person_id and (${whose}))`

const roll = {
  table: 'muster_roll',
  change: (now: SQL) => sql`first_name = '', last_name = '', mobile = '', employee_number = '',
    phone_extension = '', person_key = t.person_id::text, anonymised_at = ${now}`,
}
/** Notes of wardens, and the names of people whom they added. */
const texts = { table: 'muster_marks', change: () => sql`text = ''` }

const muster = sql`join musters m on m.client_id = t.client_id and m.id = t.muster_id`
/** A running muster still needs its names. */
const ofEndedMuster = { class: 'contact', join: muster, site: sql`m.site_id` } as const

export const lifecycle = {
  retention: [
    retain({
      ...roll,
      ...ofEndedMuster,
      time: 'created_at',
      only: () => sql`t.anonymised_at is null and m.ended_at is not null`,
    }),
    retain({
      ...texts,
      ...ofEndedMuster,
      time: 'received_at',
      only: () => sql`t.text <> '' and m.ended_at is not null`,
    }),
  ],
  person: [
    // Before the roll, because the marks are found by it.
    ofPerson({
      ...texts,
      kind: 'muster_marks',
      where: (person) => sql`t.text <> '' and (${isOneOf(sql`t.person_id`, idsOf(person))}
        or ${mentions(sql`t.text`, person)}
        or ${isListed(sql`${isOneOfTexts(sql`r.person_key`, person.keys)} or ${isOther(person, sql`r`)}`)})`,
      at: sql`t.made_at`,
      data: (person) => sql`jsonb_build_object('state', t.state,
        'text', case when ${isListed(isOther(person, sql`r`))} then '' else t.text end)`,
    }),
    ofPerson({
      ...roll,
      kind: 'musters',
      join: sql`${muster} join sites s on s.client_id = m.client_id and s.id = m.site_id`,
      where: (person) => sql`t.anonymised_at is null and (${isOneOf(sql`t.person_id`, idsOf(person))}
        or ${isOneOfTexts(sql`t.person_key`, person.keys)} or ${isOther(person, sql`t`)})`,
      id: sql`(t.muster_id || ':' || t.person_id)`,
      at: sql`m.started_at`,
      data: (person) => sql`jsonb_build_object(
        'site', s.name, 'drill', m.drill, 'first_name', t.first_name, 'last_name', t.last_name,
        'mobile', t.mobile, 'role', t.role, 'employee_number', t.employee_number,
        'phone_extension', t.phone_extension, 'dependents', t.dependents, 'left_at', t.left_at)
        - case when ${isOther(person, sql`t`)} then '{first_name,last_name,mobile}' else '{}' end::text[]`,
    }),
  ],
} satisfies Lifecycle
