import { type SQL, sql } from 'drizzle-orm'
import { isOneOf } from '../../db/is-one-of.ts'
import {
  isOfOther,
  isOneOfTexts,
  mentions,
  type PersonRecords,
  type PersonStep,
} from '../privacy/person-step.ts'

/** On a roll a user is named by the account, and a visitor by the visit. */
const idsOf = ({ userIds, visits }: PersonRecords) => [...userIds, ...visits.map(({ id }) => id)]

/** On the list of a muster before a correction, a visit names whom it named then. */
const isOther = (person: PersonRecords): SQL => isOfOther(sql`r.visit_id`, sql`r.person_key`, person)

const rollRows = (person: PersonRecords): SQL => sql`
  r.client_id = ${person.clientId} and r.anonymised_at is null
    and (${isOneOf(sql`r.person_id`, idsOf(person))} or ${isOneOfTexts(sql`r.person_key`, person.keys)} or ${isOther(person)})`

const isListed = (whose: SQL): SQL => sql`exists (
  select from muster_roll r where r.client_id = k.client_id and r.muster_id = k.muster_id and r.person_id = k.person_id and (${whose}))`

/** Texts about the person, and those that name them: somebody on no list is added by name. */
const textRows = (person: PersonRecords): SQL => sql`
  k.client_id = ${person.clientId} and k.text <> ''
    and (${isOneOf(sql`k.person_id`, idsOf(person))} or ${mentions(sql`k.text`, person)}
      or ${isListed(sql`${isOneOfTexts(sql`r.person_key`, person.keys)} or ${isOther(person)}`)})`

export const personSteps: readonly PersonStep[] = [
  {
    // These are found by the list, so they go before it does.
    kind: 'muster_marks',
    tables: ['muster_marks'],
    records: (person) => sql`
      select k.id::text as id, k.made_at as at, jsonb_build_object(
        'state', k.state, 'text', case when ${isListed(isOther(person))} then '' else k.text end) as data
      from muster_marks k where ${textRows(person)}`,
    erase: async ({ tx, person }) =>
      void (await tx.execute(sql`update muster_marks k set text = '' where ${textRows(person)}`)),
  },
  {
    kind: 'musters',
    tables: ['muster_roll'],
    records: (person) => sql`
      select r.muster_id || ':' || r.person_id as id, m.started_at as at, jsonb_build_object(
        'site', s.name, 'drill', m.drill, 'first_name', r.first_name, 'last_name', r.last_name, 'mobile', r.mobile, 'role', r.role,
        'employee_number', r.employee_number, 'phone_extension', r.phone_extension, 'dependents', r.dependents, 'left_at', r.left_at)
        - case when ${isOther(person)} then '{first_name,last_name,mobile}' else '{}' end::text[] as data
      from muster_roll r join musters m on m.client_id = r.client_id and m.id = r.muster_id
      join sites s on s.client_id = m.client_id and s.id = m.site_id
      where ${rollRows(person)}`,
    erase: async ({ tx, person, now }) =>
      void (await tx.execute(sql`
        update muster_roll r set first_name = '', last_name = '', mobile = '', employee_number = '', phone_extension = '',
          person_key = r.person_id::text, anonymised_at = ${now.toISOString()}::timestamptz
        where ${rollRows(person)}`)),
  },
]
