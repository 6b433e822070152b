import { getTableConfig } from 'drizzle-orm/pg-core'
import type { Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { retentionClasses } from '@gatehouse/validation/vocabulary'
import { purgeRules, retentionSteps } from '../src/registry.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { openSuperuserConnection } from './superuser.ts'

/** Tables that no job cleans up, and why. */
const kept: Record<string, string> = {
  access_entries: 'rights of an account: they live as long as it does',
  api_keys: 'settings: an ended one stays, because the audit log names it',
  ban_exceptions: 'live as long as their ban, and their reason is removed with its names',
  ban_person_keys: 'deleted with the names of their ban',
  clients: 'set-up',
  data_keys: 'the key of the installation',
  devices: 'the device of a method: it lives until it is unpaired',
  logins: 'the email of an account: it lives as long as the account',
  maintenance_runs: 'times only, a row for each run of a command',
  muster_points: 'set-up',
  musters: 'counts and times only: past musters are compared',
  notification_recipient_sites: 'settings',
  notification_recipients: 'settings',
  paired_kiosks: 'the tablets of a kiosk: they live until they are unpaired',
  question_methods: 'set-up',
  question_roles: 'set-up',
  question_sites: 'set-up',
  question_versions: 'set-up: visits refer to them',
  questions: 'set-up',
  recovery_codes: 'deleted with their set',
  log_entries: 'what happened at which site, and keyed digests: nobody is named',
  report_views: 'settings, which name people by ids alone',
  reset_requests: 'taken within seconds by the mail worker',
  retention_runs: 'counts only, and the job deletes its own reports',
  retention_salts: 'the retention job deletes them after their day',
  retention_schedules: 'one row for each client',
  schema_migrations: 'the version of the schema',
  sql_files: 'the version of the schema',
  sign_in_methods: 'set-up',
  site_external_apis: 'set-up',
  webhooks: 'settings',
  site_day_counts: 'counts only, one row for each site',
  sites: 'set-up',
  two_step_accounts: 'counts of an account: they live as long as it does',
  user_visitor_roles: 'rights of an account',
  visitor_roles: 'set-up',
}
/** Columns with personal data, by class. */
const personal: Record<string, (typeof retentionClasses)[number]> = {
  first_name: 'contact',
  last_name: 'contact',
  mobile: 'contact',
  person_key: 'contact',
  answers: 'answer',
  temperature: 'temperature',
  photo_key: 'photo',
}
/** Columns of these names that no retention covers, and why. */
const exempt: Record<string, string> = {
  'ban_person_keys.first_name': 'deleted with the names of their ban',
  'ban_person_keys.last_name': 'deleted with the names of their ban',
  'ban_person_keys.mobile': 'deleted with the names of their ban',
  'ban_person_keys.person_key': 'deleted with the names of their ban',
  'question_versions.answers': 'the answers that a question offers',
  'users.first_name': 'an account keeps its names',
  'users.last_name': 'an account keeps its names',
  'users.mobile': 'an account keeps its number',
  'users.person_key': 'an account keeps its key',
}

let database: TestDatabase
let sql: Sql
beforeAll(async () => {
  database = await createTestDatabase()
  sql = openSuperuserConnection(database)
})
afterAll(() => database.drop())

const readColumns = () => sql<{ table: string; column: string }[]>`
  select c.relname as table, a.attname as column
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  order by 1, a.attnum`
const purged = purgeRules.map(({ table }) => getTableConfig(table).name)
const retained = retentionSteps.map(({ table }) => table)

describe('every table', () => {
  it('is purged, anonymised, or kept for a reason', async () => {
    const tables = [...new Set((await readColumns()).map(({ table }) => table))]
    const named = new Set([...purged, ...retained, ...Object.keys(kept)])
    expect(tables.filter((table) => !named.has(table))).toEqual([])
    expect([...named].filter((table) => !tables.includes(table))).toEqual([])
    expect(Object.keys(kept).filter((table) => purged.includes(table) || retained.includes(table))).toEqual(
      [],
    )
  })

  it('with an expiry is purged', async () => {
    const expiring = (await readColumns()).filter(({ column }) => column === 'expires_at')
    expect(expiring.length).toBeGreaterThan(5)
    expect(expiring.filter(({ table }) => !purged.includes(table))).toEqual([])
  })

  it('with personal data has a retention step of its class', async () => {
    const columns = (await readColumns()).filter(({ column }) => Object.hasOwn(personal, column))
    expect(columns.length).toBeGreaterThan(15)
    const steps = new Set(retentionSteps.map((step) => `${step.class} ${step.table}`))
    const missing = columns
      .filter(({ table, column }) => !steps.has(`${personal[column]} ${table}`))
      .map(({ table, column }) => `${table}.${column}`)
    expect(missing.filter((name) => !Object.hasOwn(exempt, name))).toEqual([])
    expect(Object.keys(exempt).filter((name) => !missing.includes(name))).toEqual([])
  })
})

it('the steps follow the classes, and presence comes before the visits', () => {
  const order = retentionSteps.map((step) => retentionClasses.indexOf(step.class))
  expect(order).toEqual(order.toSorted((a, b) => a - b))
  expect(retained.indexOf('presence')).toBeLessThan(retained.indexOf('visits'))
})

it('no table is purged twice by the same age', () => {
  const ages = purgeRules.map(({ table, column }) => `${getTableConfig(table).name}.${column.name}`)
  expect(ages).toEqual([...new Set(ages)])
})
