import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import postgres, { type Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { findFaults } from '../../test/catalogue-faults.ts'

let database: TestDatabase
let admin: Sql
beforeAll(async () => {
  database = await createTestDatabase()
  admin = postgres(database.adminUrl, { max: 2, onnotice: () => {} })
})
afterAll(async () => {
  await admin.end()
  await database.drop()
})

const schemaFolder = join(import.meta.dirname, 'schema')
const migrations = join(import.meta.dirname, 'migrations')

/** Reads all exports of the schema files. */
async function readSchema(): Promise<Record<string, unknown>> {
  const files = readdirSync(schemaFolder).filter((name) => name.endsWith('.ts'))
  const modules = await Promise.all(
    files.map(async (name): Promise<Record<string, unknown>> => import(join(schemaFolder, name))),
  )
  return Object.assign({}, ...modules) as Record<string, unknown>
}

/** The type in PostgreSQL's own notation. */
const sqlTypeOf = (column: { getSQLType(): string }) =>
  column
    .getSQLType()
    .replace('timestamp (3)', 'timestamp(3)')
    .replace(', ', ',')
    .replace(' COLLATE gatehouse_names', '')

test('nothing in the catalogue is against the rules', async () => {
  expect(await findFaults(admin)).toEqual([])
})

describe('the check finds', () => {
  const id = 'client_id uuid not null, id uuid not null, primary key (client_id, id)'
  const reference = 'foreign key (client_id) references clients (id)'
  const withRls = `select gatehouse_enable_rls('planted')`

  test.each([
    [`create table planted (id uuid primary key)`, 'planted: has no client_id'],
    [
      `create table planted (${id}, ${reference}); grant select on planted to gatehouse_runtime`,
      'planted: has no tenant policy',
      'planted: row-level security is not forced',
    ],
    [
      `create table planted (${id}, ${reference}); ${withRls}; alter table planted no force row level security`,
      'planted: row-level security is not forced',
    ],
    [
      `create table planted (${id}, ${reference}); ${withRls}; create policy ajar on planted for select using (true)`,
      'planted: the policy ajar shows rows of other clients',
    ],
    [
      `alter policy tenant_isolation on users using (true)`,
      'users: has no tenant policy',
      'users: the policy tenant_isolation shows rows of other clients',
    ],
    [
      `alter policy logins_by_email on logins using (email_key is not null)`,
      'logins: the policy logins_by_email shows rows of other clients',
    ],
    [
      `create table planted (${id}, ${reference}); ${withRls}; grant truncate on planted to gatehouse_runtime`,
      'planted: gatehouse_runtime may TRUNCATE',
    ],
    [`grant update on data_keys to gatehouse_runtime`, 'data_keys: gatehouse_runtime may UPDATE'],
    [`grant select on sql_files to gatehouse_runtime`, 'sql_files: gatehouse_runtime may SELECT'],
    [`grant delete on audit_entries to gatehouse_runtime`, 'audit_entries: gatehouse_runtime may DELETE'],
    [`grant update on log_entries to gatehouse_runtime`, 'log_entries: gatehouse_runtime may UPDATE'],
    [`grant select on users to public`, 'users: PUBLIC may SELECT'],
    [`create table planted (${id}); ${withRls}`, 'planted: refers to nothing of its client'],
    [
      `create table planted (client_id uuid not null, id uuid primary key, ${reference}); ${withRls}`,
      'planted: planted_pkey does not begin with client_id',
    ],
    [
      `create table planted (client_id uuid not null, ${reference}); ${withRls}`,
      'planted: has no primary key',
    ],
    [`create index planted on visits (signed_in_at)`, 'visits: planted does not begin with client_id'],
    [
      `alter table sites add unique (id); alter table users drop constraint users_last_seen_site_fkey,
        add constraint planted foreign key (last_seen_site_id) references sites (id)`,
      'sites: sites_id_key does not begin with client_id',
      'users: planted could lead to another client',
    ],
    [
      `alter table users drop constraint users_client_fkey,
        add constraint planted foreign key (id) references clients (id)`,
      'users: planted could lead to another client',
    ],
    [
      `create view planted as select * from users`,
      'planted: a view or foreign table would bypass row-level security',
    ],
    [`alter table users add planted timestamptz`, 'users: planted is a timestamp with time zone'],
    [`grant create on schema public to gatehouse_runtime`, 'gatehouse_runtime: has the right "creates"'],
    [`alter role gatehouse_runtime bypassrls`, 'gatehouse_runtime: has the right "bypass"'],
    [`grant pg_read_all_data to gatehouse_runtime`, 'gatehouse_runtime: has the right "member"'],
    [`alter table rate_buckets owner to gatehouse_runtime`, 'gatehouse_runtime: has the right "owns"'],
    [
      `alter table users disable trigger users_security_version`,
      'users: the trigger users_security_version is missing or off',
    ],
    [
      `drop trigger access_entries_updated on access_entries`,
      'access_entries: the trigger access_entries_updated is missing or off',
    ],
    [
      `drop table visits cascade`,
      'visits: the trigger visits_correct_check_in is missing or off',
      'visits: the trigger visits_correct_days is missing or off',
      'visits: the trigger visits_log is missing or off',
      'visits: the trigger visits_log_change is missing or off',
      'visits: the trigger visits_record_check_ins is missing or off',
      'visits: the trigger visits_record_stay is missing or off',
      'visits: the trigger visits_recount_days is missing or off',
    ],
    [
      `create function planted() returns void language sql security definer as 'select'`,
      `planted: runs with the owner's rights for anybody, or with a search path that can be changed`,
    ],
  ])('%s', async (planted, ...faults) => {
    const undo = new Error('undo')
    const found = admin.begin(async (sql) => {
      await sql.unsafe(planted)
      expect(await findFaults(sql as unknown as Sql)).toEqual(faults.toSorted())
      throw undo
    })
    await expect(found).rejects.toBe(undo)
  })
})

describe('the schema in code and the migrations', () => {
  test('are the same: there is nothing left to generate', async () => {
    const snapshots = readdirSync(join(migrations, 'meta')).filter((name) => name.endsWith('_snapshot.json'))
    const latest = JSON.parse(
      readFileSync(join(migrations, 'meta', snapshots.toSorted().at(-1) ?? ''), 'utf8'),
    )
    const current = generateDrizzleJson(await readSchema())
    expect(await generateMigration(latest, current)).toEqual([])
  })

  test('lead to the same tables and columns', async () => {
    const rows = await admin<{ name: string; columns: string[] }[]>`
      select c.relname as name, array_agg(a.attname || ' ' || replace(format_type(a.atttypid, a.atttypmod), 'character(', 'char(')
        || case when a.attnotnull then ' not null' else '' end order by a.attnum) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and c.relname <> 'schema_migrations'
      group by c.relname order by 1`
    const tables = Object.values(await readSchema()).filter((value) => is(value, PgTable))
    const inCode = tables.map((table) => {
      const { name, columns } = getTableConfig(table)
      return {
        name,
        columns: columns.map(
          (column) => `${column.name} ${sqlTypeOf(column)}${column.notNull ? ' not null' : ''}`,
        ),
      }
    })
    expect(inCode.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual([...rows])
  })
})
