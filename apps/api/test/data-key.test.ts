import { randomBytes } from 'node:crypto'
import postgres, { type Sql } from 'postgres'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp } from './build-test-app.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { makeBan, makeClient, makeMethod, makeSite, makeUser } from './factories.ts'
import { keyedHash } from '../src/lib/keyed-hash.ts'
import { createCipher } from '../src/lib/encryption.ts'
import { newId } from '../src/lib/ids.ts'
import { createPasswords } from '../src/modules/auth/passwords.ts'
import { earlierPersonKey, wereRowsMadeWith } from '../src/modules/rekey/earlier-person-key.ts'
import { type DataKeyOptions, openDataKey, readDataKey, SecretKeyError } from '../src/db/data-key.ts'

let database: TestDatabase
let sql: Sql
beforeEach(async () => {
  database = await createTestDatabase()
  sql = postgres(database.adminUrl, { max: 2, onnotice: () => {} })
})
afterEach(async () => {
  await sql.end()
  await database.drop()
})

const fresh = () => randomBytes(32).toString('base64url')
const passwords = await createPasswords()
const bo = { firstName: 'Bo', lastName: 'Łee', mobile: '+61491570157' }

const open = (...secretKeys: string[]) =>
  openDataKey(database.ownerUrl, { secretKeys, isMadeWith: wereRowsMadeWith })
const keptRows = () => sql`select wrapped_key, secret_key_id from data_keys`

describe('the data key of an empty database', () => {
  it('is drawn once, and opens with its SECRET_KEY on every node', async () => {
    const secretKey = fresh()
    const opened = await Promise.all(Array.from({ length: 8 }, () => open(secretKey)))
    expect(new Set(opened).size).toBe(1)
    expect(Buffer.from(opened[0] ?? '', 'base64url')).toHaveLength(32)
    expect(opened[0]).not.toBe(secretKey)
    expect(await keptRows()).toHaveLength(1)
    expect(await readDataKey(database.db, [secretKey])).toBe(opened[0])
  })
  it('is not in the database: neither it nor SECRET_KEY can be read there', async () => {
    const secretKey = fresh()
    const dataKey = await open(secretKey)
    const [row] = await keptRows()
    for (const key of [secretKey, dataKey])
      expect(Buffer.from(row?.['wrapped_key']).includes(Buffer.from(key, 'base64url'))).toBe(false)
    expect(row?.['secret_key_id']).toMatch(/^[\da-f]{8}$/)
  })
  it('stops the start with another SECRET_KEY, in one sentence that names the setting and no key', async () => {
    const [right, wrong] = [fresh(), fresh()]
    const dataKey = await open(right)
    const before = await keptRows()
    const error = await open(wrong).catch((failure: unknown) => failure)
    expect(error).toBeInstanceOf(SecretKeyError)
    const { message } = error as SecretKeyError
    expect(message).toMatch(
      new RegExp(`^SECRET_KEY is not the key .*${before[0]?.['secret_key_id']}.*SECRET_KEY=present,earlier`),
    )
    for (const key of [right, wrong, dataKey]) expect(message).not.toContain(key)
    await expect(open(wrong, fresh())).rejects.toThrow(SecretKeyError)
    await expect(readDataKey(database.db, [wrong])).rejects.toThrow(SecretKeyError)
    expect(await keptRows()).toEqual(before)
    expect(await open(right)).toBe(dataKey)
  })
  it('is wrapped anew once by several starts with a present and an earlier SECRET_KEY', async () => {
    const [earlier, present] = [fresh(), fresh()]
    const dataKey = await open(earlier)
    const opened = await Promise.all(Array.from({ length: 6 }, () => open(present, earlier)))
    expect(new Set(opened)).toEqual(new Set([dataKey]))
    expect(await open(present)).toBe(dataKey)
    await expect(open(earlier)).rejects.toThrow(SecretKeyError)
    const before = await keptRows()
    expect(await open(present, earlier)).toBe(dataKey)
    expect(await keptRows()).toEqual(before)
  })
  it('cannot be changed by the program itself', async () => {
    const secretKey = fresh()
    await open(secretKey)
    const runtime = postgres(database.runtimeUrl, { max: 1 })
    try {
      for (const change of [
        `update data_keys set secret_key_id = 'x'`,
        `delete from data_keys`,
        `insert into data_keys (id, wrapped_key, secret_key_id) values (1, '', '')`,
      ])
        await expect(runtime.unsafe(change)).rejects.toMatchObject({ code: '42501' })
    } finally {
      await runtime.end()
    }
  })
})

/** The rows of a release without data keys. */
const kinds: [name: string, write: (secretKey: string) => Promise<void>][] = [
  [
    'a user',
    async (secretKey) => {
      const { id: clientId } = await makeClient(database.db)
      const personKey = earlierPersonKey(keyedHash(secretKey, 'person'), clientId, bo)
      await makeUser(database.db, passwords, clientId, { ...bo, personKey })
    },
  ],
  [
    'a ban',
    async (secretKey) => {
      const { id: clientId } = await makeClient(database.db)
      const personKey = earlierPersonKey(keyedHash(secretKey, 'person'), clientId, bo)
      await makeBan(database.db, clientId, { ...bo, personKey })
    },
  ],
  [
    'an authenticator',
    async (secretKey) => {
      const { id: clientId } = await makeClient(database.db)
      const { id: userId } = await makeUser(database.db, passwords, clientId)
      const id = newId()
      const seed = createCipher(secretKey, 'two-step').encrypt(randomBytes(20), clientId, userId, id)
      await sql`insert into totp_methods (client_id, id, user_id, encrypted_seed, enabled_at)
        values (${clientId}, ${id}, ${userId}, ${Buffer.from(seed)}, now())`
    },
  ],
]

describe.each(kinds)('the data key of an earlier release’s database with %s', (_, write) => {
  it('is the SECRET_KEY that it was made with, so that all that hangs on it goes on', async () => {
    const secretKey = fresh()
    await write(secretKey)
    expect(await open(secretKey)).toBe(secretKey)
    const later = fresh()
    expect(await open(later, secretKey)).toBe(secretKey)
    expect(await open(later)).toBe(secretKey)
  })
  it('is found where SECRET_KEY changes with the upgrade', async () => {
    const [earlier, present] = [fresh(), fresh()]
    await write(earlier)
    expect(await open(present, earlier)).toBe(earlier)
    expect(await open(present)).toBe(earlier)
  })
  it('is not made of another SECRET_KEY: the start stops, and nothing is written', async () => {
    await write(fresh())
    await expect(open(fresh())).rejects.toThrow(/^SECRET_KEY is not the key /)
    expect(await keptRows()).toHaveLength(0)
  })
})

it('a visit alone tells which SECRET_KEY was in force', async () => {
  const test = await buildTestApp()
  try {
    const { id: clientId } = await makeClient(test.database.db)
    const site = await makeSite(test.database.db, clientId)
    const { id: machineId } = await makeMethod(test.database.db, clientId, site.id)
    await test.app.inject({ method: 'POST', url: '/api/checkin', payload: { ...bo, machineId } })
    const earlier = fresh()
    const look = postgres(test.database.adminUrl, { max: 1 })
    const key = earlierPersonKey(keyedHash(earlier, 'person'), clientId, bo)
    const changed = await look`update visits set person_key = ${key} returning id`
    await look.end()
    expect(changed).toHaveLength(1)
    const options: DataKeyOptions = { secretKeys: [fresh(), earlier], isMadeWith: wereRowsMadeWith }
    expect(await openDataKey(test.database.ownerUrl, options)).toBe(earlier)
  } finally {
    await test.close()
  }
})

it('where no row of an earlier release can tell, the present SECRET_KEY is taken', async () => {
  await makeClient(database.db)
  const secretKey = fresh()
  expect(await open(secretKey)).toBe(secretKey)
})
