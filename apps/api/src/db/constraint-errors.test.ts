import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { newId } from '../lib/ids.ts'
import { conflictOf, fieldOfConstraint } from './constraint-errors.ts'
import { clients } from './schema/clients.ts'
import { installationScope } from './scopes.ts'
import { withScope } from './tenancy.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('a taken company number is a conflict of that field', async () => {
  const create = (id: string) =>
    withScope(database.db, installationScope(), (tx) =>
      tx.insert(clients).values({ id, name: 'A', companyNo: '1' }),
    )
  const id = newId()
  await create(id)
  const conflictIn = (work: Promise<unknown>) => work.then(() => undefined, conflictOf)
  expect(await conflictIn(create(newId()))).toEqual({
    code: 'conflict',
    constraint: 'clients_company_no_key',
    fields: { company_no: 'company_no_taken' },
  })
  expect(await conflictIn(create(id))).toBeUndefined()
  expect(conflictOf(new Error('other'))).toBeUndefined()
})

test('every unique rule beside the keys of our own making has its field', async () => {
  const admin = postgres(database.adminUrl, { max: 1 })
  const names = await admin<{ name: string }[]>`
    select i.relname as name from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
    where t.relnamespace = 'public'::regnamespace and x.indisunique and not x.indisprimary and not t.relispartition`
  await admin.end()
  expect(Object.keys(fieldOfConstraint)).toEqual(expect.arrayContaining(names.map(({ name }) => name)))
})
