import { eq, type SQL, sql } from 'drizzle-orm'
import { isOneOf } from '../../db/is-one-of.ts'
import { creationKeys } from '../../db/schema/creation-keys.ts'
import {
  finds,
  isOfOther,
  isOneOfTexts,
  mentions,
  type PersonRecords,
  type PersonStep,
} from './person-step.ts'
import { type Entry, writeRedacted } from './retention.ts'

const KEY_CHARACTERS = 43

const idsOf = ({ userIds, visits, attempts }: PersonRecords) => [
  ...userIds,
  ...[...visits, ...attempts].map(({ id }) => id),
]

/** Events, deliveries, mails and text messages: of the person's visits, to the account, and about either. */
const messages = (person: PersonRecords): SQL => {
  const ids = JSON.stringify(idsOf(person))
  const isOfId = (text: SQL) => sql`${text} in (select jsonb_array_elements_text(${ids}::jsonb))`
  const fields = ['visit_id', 'attempt_id', 'visit', 'user', 'host', 'id']
  return sql`
    o.client_id = ${person.clientId} and (${isOneOfTexts(sql`right(o.subject, ${KEY_CHARACTERS})`, person.keys)}
      or ${isOfId(sql`split_part(o.subject, ':', -1)`)}
      or ${sql.join(
        fields.map((field) => isOfId(sql`o.payload->>${field}::text`)),
        sql` or `,
      )}
      or ${isOther(person)}
      or ${mentions(sql`coalesce(o.recipient, '')`, person)}
      or ${mentions(sql`concat(o.payload, o.response)`, person)})`
}

/** Those of a visit before a correction, under the key of whom it named then. */
const isOther = (person: PersonRecords): SQL =>
  isOfOther(sql`o.payload->>'visit_id'`, sql`right(o.subject, ${KEY_CHARACTERS})`, person)

/** The other events of a visit that named the person once stay. A receiver may have answered any of them with a name. */
const responses = (person: PersonRecords): SQL => {
  const ids = person.earlierVisits.map(({ id }) => id)
  return sql`o.client_id = ${person.clientId} and o.response <> '' and ${isOneOfTexts(sql`o.payload->>'visit_id'`, ids)}`
}

/** Entries about the person, those that name them, and searches that find them. What the retention has redacted names nobody. */
const entries = (person: PersonRecords): SQL => sql`
  e.client_id = ${person.clientId} and e.redacted_at is null and e.details <> '{}'
    and (${isOneOf(sql`e.target_id`, [...idsOf(person), ...person.banIds])}
      or ${mentions(sql`e.details::text`, person)} or ${finds(sql`coalesce(e.details->>'search', '')`, person)})`

export const personSteps: readonly PersonStep[] = [
  {
    kind: 'messages',
    tables: ['outbox'],
    records: (person) => sql`
      select o.id::text as id, o.created_at as at, jsonb_build_object(
        'type', o.type, 'recipient', o.recipient, 'delivered_at', o.delivered_at, 'failed_at', o.failed_at,
        'response', case when ${isOther(person)} or ${responses(person)} then null else o.response end) as data
      from outbox o where (${messages(person)}) or (${responses(person)})`,
    erase: async ({ tx, person }) => {
      await tx.execute(sql`delete from outbox o where ${messages(person)}`)
      await tx.execute(sql`update outbox o set response = null where ${responses(person)}`)
    },
  },
  {
    // Copies of responses, encrypted, so nobody can tell which of them name the person. Those of a day go, all of them.
    kind: 'stored_responses',
    tables: ['creation_keys'],
    records: () => sql`select ''::text as id, now() as at, '{}'::jsonb as data where false`,
    erase: async ({ tx, person }) =>
      void (await tx.delete(creationKeys).where(eq(creationKeys.clientId, person.clientId))),
  },
  {
    kind: 'audit_entries',
    tables: ['audit_entries'],
    records: (person) => sql`
      select e.id::text as id, e.at, jsonb_build_object('action', e.action, 'by', e.actor_id, 'details', e.details) as data
      from audit_entries e where ${entries(person)}`,
    erase: async ({ tx, person, now }) => {
      const found = await tx.execute<Entry>(
        sql`select e.id, e.details from audit_entries e where ${entries(person)}`,
      )
      await writeRedacted(tx, person.clientId, found, now)
    },
  },
  {
    kind: 'own_actions',
    tables: ['audit_entries'],
    records: (person) => sql`
      select e.id::text as id, e.at, jsonb_build_object('action', e.action) as data
      from audit_entries e where e.client_id = ${person.clientId} and ${isOneOf(sql`e.actor_id`, person.userIds)}`,
  },
]
