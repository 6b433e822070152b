import { type SQL, sql } from 'drizzle-orm'
import { isOneOf } from '../../db/is-one-of.ts'
import type { PersonRecords, PersonStep } from '../privacy/person-step.ts'

/** In an order in which none refers to one that is gone. */
const tables = [
  'one_time_tokens',
  'remembered_devices',
  'device_cookies',
  'totp_methods',
  'recovery_code_sets',
  'two_step_accounts',
  'sessions',
] as const

const areOwn = ({ clientId, userIds }: PersonRecords): SQL =>
  sql`o.client_id = ${clientId} and ${isOneOf(sql`o.user_id`, userIds)}`

export const personSteps: readonly PersonStep[] = [
  {
    kind: 'sessions',
    tables: [...tables, 'recovery_codes', 'reset_requests'],
    records: (person) => sql`
      select o.id::text as id, o.created_at as at, jsonb_build_object(
        'what', 'session', 'browser', o.browser, 'system', o.system, 'last_seen_at', o.last_seen_at) as data
      from sessions o where ${areOwn(person)}
      union all
      select o.id::text, o.created_at, jsonb_build_object(
        'what', 'remembered device', 'browser', o.browser, 'system', o.system, 'last_used_at', o.last_used_at)
      from remembered_devices o where ${areOwn(person)}
      union all
      select o.id::text, o.created_at, jsonb_build_object('what', 'known device') from device_cookies o where ${areOwn(person)}
      union all
      select o.id::text, o.created_at, jsonb_build_object('what', 'authenticator') from totp_methods o where ${areOwn(person)}
      union all
      select o.id::text, o.created_at, jsonb_build_object('what', 'recovery codes') from recovery_code_sets o where ${areOwn(person)}`,
    erase: async ({ tx, person }) => {
      await tx.execute(sql`
        delete from reset_requests where email_key in (
          select u.email_key from users u where u.client_id = ${person.clientId} and ${isOneOf(sql`u.id`, person.userIds)})`)
      for (const table of tables)
        // oxlint-disable-next-line no-await-in-loop -- one after the other, in this order
        await tx.execute(sql`delete from ${sql.identifier(table)} o where ${areOwn(person)}`)
    },
  },
]
