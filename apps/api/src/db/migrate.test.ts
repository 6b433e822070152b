import postgres, { type Sql } from 'postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { assertSchemaReadable, migrateDatabase } from './migrate.ts'
import { OperatorError } from '../lib/operator-error.ts'

let database: TestDatabase
let admin: Sql
beforeAll(async () => {
  database = await createTestDatabase()
  admin = postgres(database.adminUrl, { max: 1, onnotice: () => {} })
})
afterAll(async () => {
  await admin.end()
  await database.drop()
})

it('changes nothing in a current database, with any number of nodes', async () => {
  const read = () => admin`select xmin, name, hash from sql_files order by name`
  const before = await read()
  expect(before.length).toBeGreaterThan(0)
  await Promise.all([1, 2, 3].map(() => migrateDatabase(database.ownerUrl)))
  expect(await read()).toEqual(before)
})

it('waits for another node in words, and not for ever', async () => {
  const messages: string[] = []
  const onProgress = (message: string) => void messages.push(message)
  await admin.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended('migrations', 0))`
    await expect(migrateDatabase(database.ownerUrl, { onProgress, lockTimeoutMs: 50 })).rejects.toThrow(
      /^Another connection has held the lock "migrations" for too long.*"gatehouse migrations"/,
    )
  })
  expect(messages).toEqual(['Waiting for another node, which is checking the schema'])
  await migrateDatabase(database.ownerUrl, { onProgress })
  expect(messages).toHaveLength(1)
})

it('waits for a table that another connection uses, and not for ever', async () => {
  await admin`update sql_files set hash = 'earlier' where name = 'accounts.sql'`
  await admin.begin(async (tx) => {
    await tx`lock table users in row exclusive mode`
    await expect(migrateDatabase(database.ownerUrl, { lockTimeoutMs: 50 })).rejects.toThrow(
      /^A migration has waited for too long for a table/,
    )
  })
  await migrateDatabase(database.ownerUrl)
  expect(await admin`select from sql_files where hash = 'earlier'`).toHaveLength(0)
})

it('applies a file of functions again whose text is another one', async () => {
  await admin.unsafe(`
    update sql_files set hash = 'earlier' where name = 'rollups.sql';
    create or replace function gatehouse_stay_bin(minutes float8) returns integer
      language sql immutable strict parallel safe as 'select -1'`)
  await migrateDatabase(database.ownerUrl)
  const [row] = await admin`select gatehouse_stay_bin(1) as bin`
  expect(row?.['bin']).toBe(1)
  expect(await admin`select from sql_files where hash = 'earlier'`).toHaveLength(0)
})

it('refuses to start on a database that a later version has migrated, and changes nothing', async () => {
  const version = '0.1.0'
  const later = async (change: () => PromiseLike<unknown>) => {
    await change()
    await admin`update sql_files set hash = 'of the later version' where name = 'rollups.sql'`
    const error = await migrateDatabase(database.ownerUrl, { version }).catch((failure: unknown) => failure)
    expect(error).toBeInstanceOf(OperatorError)
    expect(await admin`select from sql_files where hash = 'of the later version'`).toHaveLength(1)
    return (error as Error).message
  }
  expect(await later(() => admin`comment on table schema_migrations is 'Gatehouse 0.2.0'`)).toMatch(
    /migrated by Gatehouse 0\.2\.0\. This is Gatehouse 0\.1\.0.*Start version 0\.2\.0 or later/,
  )
  // As each command on a running installation does.
  await expect(assertSchemaReadable(database.ownerUrl, version)).rejects.toThrow(OperatorError)
  await assertSchemaReadable(database.ownerUrl, '0.2.0')
  await migrateDatabase(database.ownerUrl, { version: '0.3.0' })
  expect(await admin`select obj_description('schema_migrations'::regclass) as by`).toEqual([
    { by: 'Gatehouse 0.3.0' },
  ])
  const addUnknown = () => admin`insert into schema_migrations (hash, created_at)
    select 'unknown', max(created_at) + 1 from schema_migrations`
  expect(await later(addUnknown)).toContain('migrated by Gatehouse 0.3.0')
  await admin`delete from schema_migrations where hash = 'unknown'`
  await migrateDatabase(database.ownerUrl, { version: '0.3.0' })
})

it('refuses a database of before the baseline in a sentence, and leaves it as it is', async () => {
  await admin`update schema_migrations set created_at = created_at - 1`
  const error = await migrateDatabase(database.ownerUrl, { version: '0.3.0' }).catch(
    (failure: unknown) => failure,
  )
  expect(error).toBeInstanceOf(OperatorError)
  expect((error as Error).message).toMatch(
    /^This database was made by Gatehouse before its first release.*DATA_DIR/,
  )
})
