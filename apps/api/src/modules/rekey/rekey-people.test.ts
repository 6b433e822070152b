import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { makeBan, makeClient, makeMethod, makeSite, makeUser } from '../../../test/factories.ts'
import { call } from '../../../test/staff.ts'
import { openDataKey, SecretKeyError } from '../../db/data-key.ts'
import { withStartLock } from '../../db/migrate.ts'
import { installationScope } from '../../db/scopes.ts'
import postgres, { type Sql } from 'postgres'
import { newId } from '../../lib/ids.ts'
import { keyedHash } from '../../lib/keyed-hash.ts'
import { earlierPersonKey, wereRowsMadeWith } from './earlier-person-key.ts'
import { createKeys } from '../../keys.ts'
import type { Person } from '../identity/person-key.ts'
import { rekeyPeople } from './rekey-people.ts'

let test: TestApp
let sql: Sql
let clientId: string
let siteId: string
let machineId: string

beforeEach(async () => {
  test = await buildTestApp()
  sql = postgres(test.database.adminUrl, { max: 2, onnotice: () => {} })
  clientId = (await makeClient(test.database.db)).id
  siteId = (await makeSite(test.database.db, clientId)).id
  machineId = (await makeMethod(test.database.db, clientId, siteId)).id
})
afterEach(async () => {
  await sql.end()
  await test.close()
})

const mobile = '+61491570157'
const lukasz = { firstName: 'Łukasz', lastName: 'Groß', mobile }
const lukaszInAscii = { firstName: 'Gross', lastName: 'Lukasz', mobile }
const ana = { firstName: 'Ana', lastName: 'Silva', mobile }

type Keys = Pick<TestApp, 'personKeys' | 'banKeys'>

/** The key that the release before made of somebody. */
const earlierKey = (person: Person) => earlierPersonKey(keyedHash(test.dataKey, 'person'), clientId, person)

const rekey = (onBegin: () => void = () => {}, { personKeys, banKeys }: Keys = test) =>
  rekeyPeople({
    db: test.database.db,
    scope: installationScope(),
    personKeys,
    banKeys,
    withMutex: (work) => withStartLock(test.database.ownerUrl, 'personKeys', work),
    onBegin,
  })

async function comeIn(person: Person): Promise<Record<string, unknown>> {
  const { status, body, text } = await call(test, 'POST', '/checkin', { ...person, machineId })
  expect(status, text).toBe(200)
  return body
}

/** A sign-in with the key of the release before. */
async function comeInEarlier(person: Person): Promise<Record<string, unknown>> {
  const response = await comeIn(person)
  const [newest] =
    await sql`select id, person_key from visits where client_id = ${clientId} order by id desc limit 1`
  const before = newest?.['person_key']
  await sql`update visits set person_key = ${earlierKey(person)} where id = ${newest?.['id']}`
  await sql`update presence set person_key = ${earlierKey(person)} where client_id = ${clientId} and person_key = ${before}`
  test.clock.now = new Date(test.clock.now.getTime() + 60_000)
  return response
}

describe('a database of the release before', () => {
  it('keeps its bans, and they hold for every spelling', async () => {
    const { db } = test.database
    await makeBan(db, clientId, { ...lukasz, personKey: earlierKey(lukasz) })
    expect(await comeIn(lukasz)).toMatchObject({ banned: false })
    await rekey()
    expect(await comeIn(lukasz)).toMatchObject({ banned: true })
    expect(await comeIn(lukaszInAscii)).toMatchObject({ banned: true })
    expect(await comeIn(ana)).toMatchObject({ banned: false })
  })
  it('keeps bans of users, with who they are from now on', async () => {
    const { db } = test.database
    const user = await makeUser(db, test.passwords, clientId, { ...lukasz, personKey: earlierKey(lukasz) })
    const banId = newId()
    await sql`insert into bans (client_id, id, user_id, reason, from_at)
      values (${clientId}, ${banId}, ${user.id}, 'Test', now() - interval '1 day')`
    await rekey()
    expect(await sql`select first_name, last_name, mobile, person_key from bans where id = ${banId}`).toEqual(
      [{ first_name: 'Łukasz', last_name: 'Groß', mobile, person_key: test.personKeys(clientId, lukasz) }],
    )
    expect(await comeIn(lukaszInAscii)).toMatchObject({ banned: true })
    await sql`delete from users where id = ${user.id}`
    expect(await comeIn(lukaszInAscii)).toMatchObject({ banned: true })
  })
  it('keeps a ban whose person has no name any more as it is', async () => {
    const banId = (await makeBan(test.database.db, clientId, { personKey: 'kept' })).id
    await rekey()
    expect(await sql`select person_key from bans where id = ${banId}`).toEqual([{ person_key: 'kept' }])
  })
  it('recognises its users by every spelling of the name', async () => {
    const { db } = test.database
    const user = await makeUser(db, test.passwords, clientId, { ...lukasz, personKey: earlierKey(lukasz) })
    await makeUser(db, test.passwords, clientId, { firstName: 'No', lastName: 'Mobile' })
    await rekey()
    await comeIn(lukaszInAscii)
    expect(await sql`select user_id from presence where client_id = ${clientId}`).toEqual([
      { user_id: user.id },
    ])
    expect(await sql`select from users where client_id = ${clientId} and person_key is null`).toHaveLength(1)
  })
  it('keeps who is on site: signing in again supersedes, and the earlier check-out token works', async () => {
    const { checkOutToken } = await comeInEarlier(lukasz)
    await rekey()
    await comeIn(lukaszInAscii)
    const visits = await sql`select ended_as from visits where client_id = ${clientId} order by id`
    expect(visits).toEqual([{ ended_as: 'superseded' }, { ended_as: null }])
    expect(await sql`select from presence where client_id = ${clientId}`).toHaveLength(1)
    const time = test.clock.now.toISOString()
    expect((await call(test, 'POST', '/checkin/checkout', { checkOutToken, time })).status).toBe(200)
  })
  it('counts somebody once who was on site under two spellings: the later visit goes on', async () => {
    const first = await comeInEarlier(lukasz)
    await comeInEarlier(ana)
    await comeInEarlier(lukaszInAscii)
    expect(await sql`select from presence where client_id = ${clientId}`).toHaveLength(3)
    await rekey()
    const present = await sql`
      select p.last_name, p.person_key, v.ended_as from presence p join visits v on v.client_id = p.client_id and v.id = p.visit_id
      where p.client_id = ${clientId} order by p.signed_in_at`
    expect(present).toEqual([
      { last_name: 'Silva', person_key: test.personKeys(clientId, ana), ended_as: null },
      { last_name: 'Lukasz', person_key: test.personKeys(clientId, lukasz), ended_as: null },
    ])
    const [closed] = await sql`select ended_as, ended_at, signed_out_at from visits
      where client_id = ${clientId} and last_name = 'Groß'`
    const [latest] =
      await sql`select signed_in_at from visits where client_id = ${clientId} and last_name = 'Lukasz'`
    expect(closed).toEqual({
      ended_as: 'superseded',
      ended_at: latest?.['signed_in_at'],
      signed_out_at: null,
    })
    expect(first['checkOutToken']).toEqual(expect.any(String))
  })
  it('keeps the history of a person together, but for what has no name any more', async () => {
    await makeBan(test.database.db, clientId, { personKey: test.personKeys(clientId, ana) })
    await comeInEarlier(lukasz)
    await comeInEarlier(lukaszInAscii)
    await comeIn(ana)
    await sql`update refused_attempts set person_key = ${earlierKey(ana)} where client_id = ${clientId}`
    const [anonymous] = await sql`
      update visits set anonymised_at = now(), first_name = '', last_name = '', mobile = ''
      where client_id = ${clientId} and last_name = 'Groß' returning id, person_key`
    await rekey()
    const visits = await sql`select id, person_key from visits where client_id = ${clientId} order by id`
    expect(visits).toEqual([
      anonymous,
      { id: expect.any(String), person_key: test.personKeys(clientId, lukasz) },
    ])
    expect(await sql`select person_key from refused_attempts where client_id = ${clientId}`).toEqual([
      { person_key: test.personKeys(clientId, ana) },
    ])
  })
})

it('is done once, by one of the nodes that start together, in batches', async () => {
  const people = 2500
  const signedInAt = test.clock.now
  await sql`
    insert into visits (client_id, id, site_id, kind, person_key, first_name, last_name, mobile, signed_in_at)
    select ${clientId}, (lpad(to_hex((extract(epoch from ${signedInAt}::timestamptz) * 1000)::bigint), 12, '0') || '70008' || lpad(to_hex(n), 15, '0'))::uuid,
      ${siteId}, 'visitor', 'old ' || n, 'Łukasz', 'Number ' || n, ${mobile}, ${signedInAt}
    from generate_series(1, ${people}) as n`
  let begun = 0
  await Promise.all(Array.from({ length: 4 }, () => rekey(() => (begun += 1))))
  await rekey(() => (begun += 1))
  expect(begun).toBe(1)
  expect(await sql`select from visits where person_key like 'old %'`).toHaveLength(0)
  const [{ keys } = { keys: 0 }] = await sql`select count(distinct person_key)::int as keys from visits`
  expect(keys).toBe(people)
})

it('gives each key once to more bans than one statement could name', async () => {
  const bans = 1200
  await sql`
    with made as (
      insert into bans (client_id, id, person_key, first_name, last_name, mobile, reason, from_at)
      select ${clientId}, gen_random_uuid(), 'old ' || n, 'Łukasz', 'Groß ' || n, ${mobile}, 'Test', now() from generate_series(1, ${bans}) as n
      returning client_id, id, first_name, last_name, mobile)
    insert into ban_person_keys (client_id, ban_id, person_key, first_name, last_name, mobile)
    select client_id, id, 'old ' || reading, first_name, last_name, mobile from made cross join generate_series(1, 4) as reading`
  await rekey()
  const keys = await sql<{ last_name: string; keys: string[] }[]>`
    select last_name, array_agg(person_key order by person_key) as keys from ban_person_keys group by last_name`
  expect(keys).toHaveLength(bans)
  const person = { ...lukasz, lastName: 'Groß 1001' }
  expect(keys.find(({ last_name: name }) => name === person.lastName)?.keys.toSorted()).toEqual(
    test.banKeys(clientId, person).toSorted(),
  )
  expect(await comeIn(person)).toMatchObject({ banned: true })
}, 30_000)

it('goes on after a start that was cut off', async () => {
  const { db } = test.database
  await makeBan(db, clientId, { ...lukasz, personKey: earlierKey(lukasz) })
  await rekey()
  const before = await sql`select * from ban_person_keys order by person_key`
  await sql`delete from person_key_versions`
  await rekey()
  const keys = await sql`select person_key from ban_person_keys order by person_key`
  expect(keys).toEqual(before.map(({ person_key: key }) => ({ person_key: key })))
  expect(await comeIn(lukaszInAscii)).toMatchObject({ banned: true })
})

it('brings people and bans to a new data key where SECRET_KEY was lost', async () => {
  const { db, ownerUrl } = test.database
  const open = (secretKey: string) =>
    openDataKey(ownerUrl, { secretKeys: [secretKey], isMadeWith: wereRowsMadeWith })
  await makeBan(db, clientId, { ...lukasz, personKey: test.personKeys(clientId, lukasz) })
  await sql`insert into data_keys (wrapped_key, secret_key_id) values ('lost', 'lost')`
  await rekey()
  const fresh = randomBytes(32).toString('base64url')
  await expect(open(fresh)).rejects.toThrow(SecretKeyError)
  await sql`delete from data_keys`
  await expect(open(fresh)).rejects.toThrow(SecretKeyError)
  await sql.unsafe('delete from person_key_versions; insert into person_key_versions (version) values (0)')
  const dataKey = await open(fresh)
  expect(dataKey).not.toBe(fresh)
  const node = createKeys(dataKey)
  await rekey(() => {}, node)
  const keys = await sql`select person_key from ban_person_keys`
  expect(new Set(keys.map(({ person_key: key }) => key))).toEqual(new Set(node.banKeys(clientId, lukasz)))
})
