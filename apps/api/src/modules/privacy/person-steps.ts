import { type SQL, sql } from 'drizzle-orm'
import { isOneOf } from '../../db/is-one-of.ts'
import { finds, isOneOfTexts, mentions, type PersonRecords, type PersonStep } from './person-step.ts'
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
      or ${mentions(sql`coalesce(o.recipient, '')`, person)}
      or ${mentions(sql`concat(o.payload, o.response)`, person)})`
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
        'type', o.type, 'recipient', o.recipient, 'delivered_at', o.delivered_at, 'failed_at', o.failed_at, 'response', o.response) as data
      from outbox o where ${messages(person)}`,
    erase: async ({ tx, person }) =>
      void (await tx.execute(sql`delete from outbox o where ${messages(person)}`)),
  },
  {
    kind: 'audit_entries',
    tables: ['audit_entries'],
    records: (person) => sql`
      select e.id::text as id, e.at, jsonb_build_object('action', e.action, 'details', e.details) as data
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
