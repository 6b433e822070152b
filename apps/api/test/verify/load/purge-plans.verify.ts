import { methodKeyAlphabet } from '@gatehouse/validation/method-key'
import { sql as statement } from 'drizzle-orm'
import { getTableConfig } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../build-test-app.ts'
import { makeClient, makeMethod, makeSite } from '../../factories.ts'
import { openSuperuserConnection } from '../../superuser.ts'
import { makeMember, signIn } from '../../staff.ts'
import { installationScope } from '../../../src/db/scopes.ts'
import { withScope } from '../../../src/db/tenancy.ts'
import { newId } from '../../../src/lib/ids.ts'
import { purgeRules } from '../../../src/registry.ts'
import { purgeBatch } from '../../../src/jobs/purge-expired.ts'

const tableOf = ({ table }: (typeof purgeRules)[number]) => getTableConfig(table).name
const rows = 20_000
let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
  const sql = openSuperuserConnection(test.database)
  const clientId = (await makeClient(test.database.db)).id
  const site = await makeSite(test.database.db, clientId)
  const methodId = (await makeMethod(test.database.db, clientId, site.id)).id
  const member = await makeMember(test, clientId)
  const { token } = await signIn(test, member)
  expect(token).not.toBe('')
  const [session] = await sql<{ id: string }[]>`select id from sessions where user_id = ${member.id}`
  const user = { client: clientId, id: member.id, session: session?.id ?? newId() }
  const series = sql`from generate_series(1, ${rows}) number`
  // Ages up to 200 days: in each table some rows have expired and some have not.
  const age = sql`${test.clock.now.toISOString()}::timestamptz - number * interval '200 days' / ${rows}`
  await sql`insert into idempotency_keys (client_id, method_id, key, request_hash, status, answer, created_at)
    select ${user.client}, ${methodId}, gen_random_uuid(), '\\x00', 200, '{}', ${age} ${series}`
  await sql`insert into creation_keys (client_id, user_id, key, request_hash, created_at)
    select ${user.client}, ${user.id}, gen_random_uuid(), '\\x00', ${age} ${series}`
  await sql`insert into outbox (client_id, id, type, subject, queued_at)
    select ${user.client}, gen_random_uuid(), 'mail.notice', 'queued', ${age} ${series}`
  await sql`insert into outbox (client_id, id, type, subject, failed_at)
    select ${user.client}, gen_random_uuid(), 'mail.notice', 'failed', ${age} ${series}`
  await sql`insert into readings (client_id, id, site_id, method_id, code, temperature, taken_at, expires_at)
    select ${user.client}, gen_random_uuid(), m.site_id, m.id, lpad(number::text, 6, '0'), 36.6,
      ${age} - interval '10 minutes', ${age}
    from sign_in_methods m, generate_series(1, ${rows}) number where m.id = ${methodId}`
  await sql`insert into sessions (client_id, id, user_id, last_seen_at, expires_at)
    select ${user.client}, gen_random_uuid(), ${user.id}, ${age}, ${age} ${series}`
  await sql`insert into one_time_tokens (token_hash, client_id, user_id, purpose, expires_at)
    select number::text, ${user.client}, ${user.id}, 'password_reset', ${age} + interval '1 day' ${series}`
  await sql`insert into remembered_devices (client_id, id, user_id, token_hash, last_used_at, expires_at)
    select ${user.client}, gen_random_uuid(), ${user.id}, int4send(number), ${age}, ${age} + interval '30 days' ${series}`
  await sql`insert into device_cookies (client_id, id, user_id, token_hash, expires_at)
    select ${user.client}, gen_random_uuid(), ${user.id}, int4send(number), ${age} + interval '30 days' ${series}`
  await sql`insert into totp_methods (client_id, id, user_id, prepared_by, encrypted_seed, created_at)
    select ${user.client}, gen_random_uuid(), ${user.id}, ${user.session}, '\\x00', ${age} ${series}`
  await sql`insert into recovery_code_sets (client_id, id, user_id, prepared_by, encrypted_codes, created_at)
    select ${user.client}, gen_random_uuid(), ${user.id}, ${user.session}, '\\x00', ${age} ${series}`
  await sql`insert into notifications (client_id, id, user_id, kind, level, created_at)
    select ${user.client}, gen_random_uuid(), ${user.id}, 'password_changed', 'info', ${age} ${series}`
  await sql`insert into notification_repeats (client_id, user_id, event, subject, told_at)
    select ${user.client}, ${user.id}, 'banned', number::text, ${age} ${series}`
  await sql`insert into board_changes (client_id, site_id, list, transaction_id, changed_at)
    select ${user.client}, gen_random_uuid(), 'on_site', '3', ${age} ${series}`
  await sql`insert into rollup_deltas (client_id, site_id, at, is_folded)
    select ${user.client}, m.site_id, ${age}, true from sign_in_methods m, generate_series(1, ${rows}) number where m.id = ${methodId}`
  // Ages up to 800 days, because quarter hours are kept for two years.
  const start = sql`${test.clock.now.toISOString()}::timestamptz - number * interval '800 days' / ${rows}`
  await sql`insert into rollups (client_id, scope_id, granularity, starts_at)
    select ${user.client}, ${user.client}, granularity, ${start}
    from generate_series(1, ${rows}) number, unnest(array['quarter_hour', 'day']) granularity`
  await sql`insert into installation_rollups (granularity, starts_at)
    select granularity, ${start}
    from generate_series(1, ${rows}) number, unnest(array['quarter_hour', 'day']) granularity`
  await sql`insert into first_admin_links (token_hash, expires_at) select number::text, ${age} + interval '1 day' ${series}`
  await sql`insert into rate_buckets (key, tokens, updated_at) select number::text, 1, ${age} ${series}`
  await sql`insert into rate_members (bucket, member, life_seconds, expires_at)
    select number::text, 'GATE', 3600, ${age} + interval '1 hour' ${series}`
  await sql`insert into method_keys (key, client_id, method_id, retired_at)
    select (select string_agg(substr(${methodKeyAlphabet}, (number / (31 ^ place)::int) % 31 + 1, 1), '')
      from generate_series(0, 3) place), ${user.client}, ${methodId}, ${age} ${series}
    on conflict do nothing`
  await sql`insert into device_commands (client_id, id, method_id, command, created_at)
    select ${user.client}, gen_random_uuid(), ${methodId}, 'identify', ${age} ${series}`
  await sql`insert into pairing_codes (client_id, method_id, code_hash, expires_at)
    select ${user.client}, ${methodId}, number::text, ${age} ${series}`
  // The methods and clients need not exist: there is one row for each.
  await sql.begin(async (replica) => {
    await replica`set local session_replication_role = replica`
    await replica`insert into kiosk_reports (client_id, method_id, waiting, reported_at)
      select ${user.client}, gen_random_uuid(), 0, ${age} ${series}`
    await replica`insert into limited_methods (client_id, method_id, kind, since, last_at)
      select ${user.client}, gen_random_uuid(), 'sign_in', ${age}, ${age} ${series}`
    await replica`insert into client_invitations (client_id, token_hash, expires_at)
      select gen_random_uuid(), number::text, ${age} + interval '1 day' ${series}`
  })
  await sql`analyze`
})
afterAll(() => test.close())

it.each(purgeRules.map((rule) => [tableOf(rule), rule] as const))(
  'the rows of %s are found by an index on their age',
  async (table, rule) => {
    const plans = await withScope(test.database.db, installationScope(), (tx) =>
      tx.execute<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        statement`explain (format json) ${purgeBatch(rule, test.clock.now, '-infinity')}`,
      ),
    )
    const nodes = plans.flatMap((row) => nodesOf(row['QUERY PLAN'][0].Plan))
    expect(nodes.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([])
    const scan = nodes.find((node) => node['Node Type'] === 'Index Scan')
    expect(scan).toMatchObject({ 'Relation Name': table })
    expect(scan?.['Index Cond']).toContain(rule.column.name)
    expect(nodes.filter((node) => node['Node Type'] === 'Sort')).toEqual([])
  },
)

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Cond'?: string
  Plans?: PlanNode[]
}

function nodesOf(plan: PlanNode): PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
}
