import { randomBytes } from 'node:crypto'
import postgres, { type Sql } from 'postgres'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { makeBan, makeClient, makeMethod, makeSite } from '../../../test/factories.ts'
import { call } from '../../../test/staff.ts'
import { openDataKey, readDataKey, replaceDataKey } from '../../db/data-key.ts'
import { createKeys } from '../../keys.ts'
import type { Person } from '../identity/person-key.ts'
import { rekeyPeople } from './rekey-people.ts'

let test: TestApp
let sql: Sql
let clientId: string
let machineId: string
/** The SECRET_KEY with which the data key was made. */
let made: string

beforeEach(async () => {
  test = await buildTestApp()
  sql = postgres(test.database.adminUrl, { max: 2, onnotice: () => {} })
  const { db, ownerUrl } = test.database
  made = secretKey()
  await openDataKey(ownerUrl, [made])
  clientId = (await makeClient(db)).id
  machineId = (await makeMethod(db, clientId, (await makeSite(db, clientId)).id)).id
})
afterEach(async () => {
  await sql.end()
  await test.close()
})

const secretKey = () => randomBytes(32).toString('base64url')
const mobile = '+61491570157'
const lukasz = { firstName: 'Łukasz', lastName: 'Groß', mobile }
const ana = { firstName: 'Ana', lastName: 'Silva', mobile }

async function comeIn(person: Person): Promise<string> {
  const { status, body, text } = await call(test, 'POST', '/checkin', { ...person, machineId })
  expect(status, text).toBe(200)
  return String(body['checkOutToken'])
}

async function readKeys(): Promise<Record<string, string[]>> {
  const rows = await sql<{ name: string; key: string }[]>`
    select 'ban' as name, person_key as key from bans union all select 'readings', person_key from ban_person_keys
    union all select 'presence', person_key from presence
    union all select case when ended_as is null then 'open visit' else 'closed visit' end, person_key from visits`
  const grouped = Object.entries(Object.groupBy(rows, ({ name }) => name))
  return Object.fromEntries(grouped.map(([name, of]) => [name, (of ?? []).map(({ key }) => key).toSorted()]))
}

/** A ban, somebody who has left, and the same person on site again. */
async function makePeople(): Promise<void> {
  await makeBan(test.database.db, clientId, { ...lukasz, personKey: test.personKeys(clientId, lukasz) })
  await sql`
    insert into ban_person_keys (client_id, person_key, ban_id, first_name, last_name, mobile)
    select client_id, person_key, id, first_name, last_name, mobile from bans on conflict do nothing`
  const checkOutToken = await comeIn(ana)
  const time = test.clock.now.toISOString()
  await call(test, 'POST', '/checkin/checkout', { checkOutToken, time })
  test.clock.now = new Date(test.clock.now.getTime() + 60_000)
  await comeIn(ana)
}

it('is refused where SECRET_KEY opens the data key, and changes nothing', async () => {
  const { ownerUrl } = test.database
  await makePeople()
  const before = await readKeys()
  const replace = () =>
    replaceDataKey(ownerUrl, [secretKey(), made], () => Promise.reject(new Error('called')))
  expect(await replace()).toBe(false)
  expect(await readKeys()).toEqual(before)
})

it('happens as a whole: where a key cannot be computed, the lost data key stays', async () => {
  const { ownerUrl } = test.database
  await makePeople()
  const before = [await readKeys(), await sql`select * from data_keys`]
  const failing = {
    ...test,
    banKeys: () => {
      throw new Error('no key')
    },
  }
  await expect(replaceDataKey(ownerUrl, [secretKey()], (tx) => rekeyPeople(tx, failing))).rejects.toThrow(
    'no key',
  )
  expect([await readKeys(), await sql`select * from data_keys`]).toEqual(before)
})

it('gives bans and people on site new keys, and closed visits none', async () => {
  const { db, ownerUrl } = test.database
  const fresh = secretKey()
  await makePeople()
  const before = await readKeys()
  expect(await replaceDataKey(ownerUrl, [fresh], (tx, dataKey) => rekeyPeople(tx, createKeys(dataKey)))).toBe(
    true,
  )
  const keys = createKeys(await readDataKey(db, [fresh]))
  const ofAna = [keys.personKeys(clientId, ana)]
  expect(await readKeys()).toEqual({
    ban: [keys.personKeys(clientId, lukasz)],
    readings: keys.banKeys(clientId, lukasz).toSorted(),
    presence: ofAna,
    'open visit': ofAna,
    'closed visit': before['closed visit'],
  })
})
