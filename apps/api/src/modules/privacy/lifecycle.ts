import { isDeepStrictEqual } from 'node:util'
import { serverLimits } from '@gatehouse/validation/limits'
import { isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { isOneOf, isOneOfTexts, instant, json } from '../../db/sql-values.ts'
import { type Lifecycle, ofPerson, retain } from '../../db/lifecycle.ts'
import { finds, isOfOther, mentions, type PersonRecords } from '../../db/person-records.ts'
import { creationKeys } from '../../db/schema/creation-keys.ts'
import { outbox } from '../../db/schema/outbox.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { DAY_MS, HOUR_MS } from '../../lib/durations.ts'
import { redactDetails } from './redact-details.ts'

const KEY_CHARACTERS = 43

const idsOf = ({ userIds, visits, attempts }: PersonRecords) => [
  ...userIds,
  ...[...visits, ...attempts].map(({ id }) => id),
]

/** Events, deliveries, emails and texts about the person's visits or account, or sent to it. */
const messages = (person: PersonRecords): SQL => {
  const ids = json(idsOf(person))
  const isOfId = (text: SQL) => sql`${text} in (select jsonb_array_elements_text(${ids}))`
  const fields = ['visit_id', 'attempt_id', 'visit', 'user', 'host', 'id']
  return sql`
    (${isOneOfTexts(sql`right(t.subject, ${KEY_CHARACTERS})`, person.keys)}
      or ${isOfId(sql`split_part(t.subject, ':', -1)`)}
      or ${sql.join(
        fields.map((field) => isOfId(sql`t.payload->>${field}::text`)),
        sql` or `,
      )}
      or ${isOther(person)}
      or ${mentions(sql`coalesce(t.recipient, '')`, person)}
      or ${mentions(sql`concat(t.payload, t.response)`, person)})`
}

/** Events of a visit before a correction, under the key of the person whom it named then. */
const isOther = (person: PersonRecords): SQL =>
  isOfOther(sql`t.payload->>'visit_id'`, sql`right(t.subject, ${KEY_CHARACTERS})`, person)

/**
 * The other events of a visit that once named the person stay, but a receiver may have put a name
 * in its response to any of them.
 */
const responses = ({ earlierVisits }: PersonRecords): SQL =>
  sql`t.response <> '' and ${isOneOfTexts(
    sql`t.payload->>'visit_id'`,
    earlierVisits.map(({ id }) => id),
  )}`

/** Entries about the person, entries that name them, and searches that find them. */
const entries = (person: PersonRecords): SQL => sql`t.redacted_at is null and t.details <> '{}'
  and (${isOneOf(sql`t.target_id`, [...idsOf(person), ...person.banIds])}
    or ${mentions(sql`t.details::text`, person)}
    or ${finds(sql`coalesce(t.details->>'search', '')`, person)})`

interface Entry extends Record<string, unknown> {
  id: string
  details: Record<string, unknown>
}

/** Removes whatever could name a person from details of entries. Actor, action and time stay. */
async function redact(tx: Transaction, clientId: string, found: readonly Entry[], now: Date) {
  const redacted = found.map(({ id, details }) => ({ id, details: redactDetails(details) }))
  await tx.execute(sql`
    update audit_entries set details = redacted.details, redacted_at = ${instant(now)}
    from jsonb_to_recordset(${json(redacted)}) as redacted (id uuid, details jsonb)
    where client_id = ${clientId} and audit_entries.id = redacted.id`)
}

/** The tables that belong to no module. */
export const lifecycle = {
  expires: [
    {
      table: creationKeys,
      column: creationKeys.createdAt,
      keptMs: serverLimits.creationKeyHours * HOUR_MS,
    },
    {
      table: outbox,
      column: outbox.queuedAt,
      keptMs: serverLimits.outboxDays.kept * DAY_MS,
      only: isNull(outbox.failedAt),
    },
    {
      table: outbox,
      column: outbox.failedAt,
      keptMs: serverLimits.outboxDays.failed * DAY_MS,
      only: isNotNull(outbox.failedAt),
    },
  ],
  retention: [
    // Emails of this age were delivered or have failed. Notices hold only ids; a run writes one.
    retain({
      class: 'contact',
      table: 'outbox',
      time: 'created_at',
      isUnordered: true,
      only: () => sql`t.queue <> 'notice'`,
      site: null,
      change: 'delete',
    }),
    retain<Entry>({
      class: 'contact',
      table: 'audit_entries',
      time: 'at',
      only: () => sql`t.redacted_at is null`,
      site: null,
      isLocked: false,
      columns: () => sql`t.id, t.details`,
      anonymise: ({ tx, clientId, now }, found) => redact(tx, clientId, found, now),
      isHolding: ({ details }) => !isDeepStrictEqual(redactDetails(details), details),
    }),
  ],
  person: [
    ofPerson({
      kind: 'messages',
      table: 'outbox',
      where: (person) => sql`(${messages(person)}) or (${responses(person)})`,
      at: sql`t.created_at`,
      data: (person) => sql`jsonb_build_object(
        'type', t.type, 'recipient', t.recipient, 'delivered_at', t.delivered_at, 'failed_at', t.failed_at,
        'response', case when ${isOther(person)} or ${responses(person)} then null else t.response end)`,
      async erase({ tx, person }) {
        const areOwn = sql`t.client_id = ${person.clientId}`
        await tx.execute(sql`delete from outbox t where ${areOwn} and ${messages(person)}`)
        await tx.execute(sql`
          update outbox t set response = null where ${areOwn} and ${responses(person)}`)
      },
    }),
    // Encrypted, so it is unknown which of them name the person: all are deleted.
    {
      kind: 'stored_responses',
      tables: ['creation_keys'],
      records: () => sql`select ''::text as id, now() as at, '{}'::jsonb as data where false`,
      erase: ({ tx, person }) =>
        tx.execute(sql`delete from creation_keys where client_id = ${person.clientId}`),
    },
    ofPerson({
      kind: 'audit_entries',
      table: 'audit_entries',
      where: entries,
      at: sql`t.at`,
      data: sql`jsonb_build_object('action', t.action, 'by', t.actor_id, 'details', t.details)`,
      async erase({ tx, person, now }) {
        const found = await tx.execute<Entry>(sql`
          select t.id, t.details from audit_entries t
          where t.client_id = ${person.clientId} and ${entries(person)}`)
        await redact(tx, person.clientId, found, now)
      },
    }),
    ofPerson({
      kind: 'own_actions',
      table: 'audit_entries',
      where: ({ userIds }) => isOneOf(sql`t.actor_id`, userIds),
      at: sql`t.at`,
      data: sql`jsonb_build_object('action', t.action)`,
    }),
  ],
} satisfies Lifecycle
