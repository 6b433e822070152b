import { serverLimits } from '@gatehouse/validation/limits'
import { isNull, type SQL, sql } from 'drizzle-orm'
import { isOneOf } from '../../db/sql-values.ts'
import type { Lifecycle } from '../../db/lifecycle.ts'
import type { PersonRecords } from '../../db/person-records.ts'
import { deviceCookies, sessions } from '../../db/schema/sessions.ts'
import { clientInvitations, firstAdminLinks, oneTimeTokens } from '../../db/schema/one-time-tokens.ts'
import { recoveryCodeSets, rememberedDevices, totpMethods } from '../../db/schema/two-step.ts'
import { DAY_MS, HOUR_MS } from '../../lib/durations.ts'

const pendingMs = serverLimits.pendingTwoStepHours * HOUR_MS

/** In deletion order: no table refers to one that comes before it. */
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

const held = (table: (typeof tables)[number], data: SQL) => (person: PersonRecords) =>
  sql`
  select o.id::text as id, o.created_at as at, jsonb_build_object(${data}) as data
  from ${sql.identifier(table)} o where ${areOwn(person)}`

const records = [
  held(
    'sessions',
    sql`'what', 'session', 'browser', o.browser, 'system', o.system, 'last_seen_at', o.last_seen_at`,
  ),
  held(
    'remembered_devices',
    sql`'what', 'remembered device', 'browser', o.browser, 'system', o.system,
      'last_used_at', o.last_used_at`,
  ),
  held('device_cookies', sql`'what', 'known device'`),
  held('totp_methods', sql`'what', 'authenticator'`),
  held('recovery_code_sets', sql`'what', 'recovery codes'`),
]

export const lifecycle = {
  expires: [
    { table: sessions, column: sessions.expiresAt, keptMs: DAY_MS },
    { table: oneTimeTokens, column: oneTimeTokens.expiresAt, keptMs: 0 },
    { table: rememberedDevices, column: rememberedDevices.expiresAt, keptMs: 0 },
    { table: deviceCookies, column: deviceCookies.expiresAt, keptMs: 0 },
    ...[totpMethods, recoveryCodeSets].map((table) => ({
      table,
      column: table.createdAt,
      keptMs: pendingMs,
      only: isNull(table.enabledAt),
    })),
    { table: clientInvitations, column: clientInvitations.expiresAt, keptMs: 0 },
    { table: firstAdminLinks, column: firstAdminLinks.expiresAt, keptMs: 0 },
  ],
  person: [
    {
      kind: 'sessions',
      tables: [...tables, 'recovery_codes', 'reset_requests'],
      records: (person) =>
        sql.join(
          records.map((of) => of(person)),
          sql` union all `,
        ),
      async erase({ tx, person }) {
        await tx.execute(sql`
          delete from reset_requests where email_key in (
            select u.email_key from users u
            where u.client_id = ${person.clientId} and ${isOneOf(sql`u.id`, person.userIds)})`)
        for (const table of tables)
          await tx.execute(sql`delete from ${sql.identifier(table)} o where ${areOwn(person)}`)
      },
    },
  ],
} satisfies Lifecycle
