import { randomBytes } from 'node:crypto'
import postgres, { type Sql } from 'postgres'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { makeClient } from './factories.ts'
import { openDataKey, readDataKey, replaceDataKey } from '../src/db/data-key.ts'
import { OperatorError } from '../src/lib/operator-error.ts'

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

const open = (...secretKeys: string[]) => openDataKey(database.ownerUrl, secretKeys)
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
    expect(error).toBeInstanceOf(OperatorError)
    const { message } = error as OperatorError
    expect(message).toMatch(
      new RegExp(`^SECRET_KEY is not the key .*${before[0]?.['secret_key_id']}.*SECRET_KEY=present,earlier`),
    )
    for (const key of [right, wrong, dataKey]) expect(message).not.toContain(key)
    await expect(open(wrong, fresh())).rejects.toThrow(OperatorError)
    await expect(readDataKey(database.db, [wrong])).rejects.toThrow(OperatorError)
    expect(await keptRows()).toEqual(before)
    expect(await open(right)).toBe(dataKey)
  })
  it('is wrapped anew once by several starts with a present and an earlier SECRET_KEY', async () => {
    const [earlier, present] = [fresh(), fresh()]
    const dataKey = await open(earlier)
    const opened = await Promise.all(Array.from({ length: 6 }, () => open(present, earlier)))
    expect(new Set(opened)).toEqual(new Set([dataKey]))
    expect(await open(present)).toBe(dataKey)
    await expect(open(earlier)).rejects.toThrow(OperatorError)
    const before = await keptRows()
    expect(await open(present, earlier)).toBe(dataKey)
    expect(await keptRows()).toEqual(before)
  })
  it('is waited for in words, and not for ever, while another connection holds its lock', async () => {
    const secretKey = fresh()
    const messages: string[] = []
    const onProgress = (message: string) => void messages.push(message)
    const openInTime = () => openDataKey(database.ownerUrl, [secretKey], { onProgress, lockTimeoutMs: 50 })
    await sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(hashtextextended('data key', 0))`
      const error = await openInTime().catch((failure: unknown) => failure)
      expect(error).toBeInstanceOf(OperatorError)
      expect((error as OperatorError).message).toMatch(
        /^Another connection has held the lock "data key" for too long.*"gatehouse data key"/,
      )
    })
    expect(messages).toEqual(['Waiting for another node, which is reading the data key'])
    await openInTime()
    expect(messages).toHaveLength(1)
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

it('a database with records and no data key gets none at a start: with another one no ban would be found', async () => {
  await makeClient(database.db)
  const error = await open(fresh()).catch((failure: unknown) => failure)
  expect(error).toBeInstanceOf(OperatorError)
  expect((error as OperatorError).message).toMatch(/^This database has records and no data key\./)
  expect(await keptRows()).toHaveLength(0)
  // As the command for a lost key creates one.
  const secretKey = fresh()
  expect(await replaceDataKey(database.ownerUrl, [secretKey], async () => {})).toBe(true)
  await expect(open(secretKey)).resolves.toEqual(expect.any(String))
})
