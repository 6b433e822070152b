import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeClient, makeSite, makeUser } from './factories.ts'
import { openSuperuserConnection } from './superuser.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { createPasswords } from '../src/modules/auth/passwords.ts'
import { newId } from '../src/lib/ids.ts'
import { DAY_MS } from '../src/lib/durations.ts'

const passwords = await createPasswords()
let database: TestDatabase
let sql: ReturnType<typeof openSuperuserConnection>
let clientId: string
let siteId: string
let userId: string

beforeAll(async () => {
  database = await createTestDatabase()
  sql = openSuperuserConnection(database)
})
afterAll(() => database.drop())
beforeEach(async () => {
  clientId = (await makeClient(database.db)).id
  siteId = (await makeSite(database.db, clientId)).id
  userId = (await makeUser(database.db, passwords, clientId)).id
})

const tomorrow = () => new Date(Date.now() + DAY_MS)
const versionOf = async (id: string) =>
  (await sql`select security_version from users where id = ${id}`)[0]?.['security_version']
const addEntry = () =>
  sql`insert into access_entries (client_id, user_id, site_id, user_type) values (${clientId}, ${userId}, ${siteId}, 'Staff')`
async function addSession(): Promise<string> {
  const id = newId()
  await sql`insert into sessions (client_id, id, user_id, last_seen_at, expires_at)
    values (${clientId}, ${id}, ${userId}, now(), ${tomorrow()})`
  return id
}
const addTotp = async (enabled: boolean) =>
  sql`insert into totp_methods (client_id, id, user_id, encrypted_seed, prepared_by, enabled_at)
    values (${clientId}, ${newId()}, ${userId}, ${randomBytes(20)}, ${enabled ? null : await addSession()}, ${enabled ? new Date() : null})`
const addCodes = async (enabled: boolean) => {
  const prepared = enabled ? null : randomBytes(8)
  await sql`insert into recovery_code_sets (client_id, id, user_id, encrypted_codes, prepared_by, enabled_at)
    values (${clientId}, ${newId()}, ${userId}, ${prepared}, ${enabled ? null : await addSession()}, ${enabled ? new Date() : null})`
}

describe('the security version moves with', () => {
  it.each([
    ['the password', () => sql`update users set password_hash = 'x' where id = ${userId}`],
    ['the email', () => sql`update users set email_key = 'x' where id = ${userId}`],
    ['the status', () => sql`update users set status = 'archived' where id = ${userId}`],
    ['an admin flag', () => sql`update users set admin = true where id = ${userId}`],
    ['the other admin flag', () => sql`update users set site_admin = true where id = ${userId}`],
    ['a new entry', addEntry],
    ['an authenticator', () => addTotp(true)],
    ['recovery codes', () => addCodes(true)],
  ])('%s', async (_, change) => {
    await change()
    expect(await versionOf(userId)).toBe(2)
  })
  it('an entry that changes or goes', async () => {
    await addEntry()
    await sql`update access_entries set user_type = 'Manager' where user_id = ${userId}`
    expect(await versionOf(userId)).toBe(3)
    await sql`delete from access_entries where user_id = ${userId}`
    expect(await versionOf(userId)).toBe(4)
  })
  it('an entry that goes over to somebody else, for both', async () => {
    const other = (await makeUser(database.db, passwords, clientId)).id
    await addEntry()
    await sql`update access_entries set user_id = ${other} where user_id = ${userId}`
    expect(await versionOf(userId)).toBe(3)
    expect(await versionOf(other)).toBe(2)
  })
  const enableTotp = () =>
    sql`update totp_methods set enabled_at = now(), prepared_by = null where user_id = ${userId}`
  const enableCodes = () =>
    sql`update recovery_code_sets set enabled_at = now(), prepared_by = null, encrypted_codes = null where user_id = ${userId}`
  it.each([
    { table: 'totp_methods', add: addTotp, enable: enableTotp },
    { table: 'recovery_code_sets', add: addCodes, enable: enableCodes },
  ])(
    'a row of $table that is enabled and that goes, not with one that is prepared',
    async ({ table, add, enable }) => {
      await add(false)
      expect(await versionOf(userId)).toBe(1)
      await enable()
      expect(await versionOf(userId)).toBe(2)
      await sql`delete from ${sql(table)} where user_id = ${userId}`
      expect(await versionOf(userId)).toBe(3)
    },
  )
})

it('the security version stays where nothing of that changes', async () => {
  await addTotp(true)
  const before = await versionOf(userId)
  await sql`update users set first_name = 'Ann', pending_email = 'a@b.example', last_seen_at = now(), change_password = true,
    status = status, password_hash = password_hash where id = ${userId}`
  await sql`update totp_methods set last_step = 7 where user_id = ${userId}`
  expect(await versionOf(userId)).toBe(before)
})

describe('what an account was granted', () => {
  const grantAll = async () => {
    const id = await addSession()
    await sql`insert into remembered_devices (client_id, id, user_id, token_hash, last_used_at, expires_at)
      values (${clientId}, ${newId()}, ${userId}, ${randomBytes(32)}, now(), ${tomorrow()})`
    await sql`insert into device_cookies (client_id, id, user_id, token_hash, expires_at)
      values (${clientId}, ${newId()}, ${userId}, ${randomBytes(32)}, ${tomorrow()})`
    await sql`insert into one_time_tokens (token_hash, client_id, user_id, purpose, expires_at)
      values (${newId()}, ${clientId}, ${userId}, 'password_reset', ${tomorrow()})`
    return id
  }
  const left = async (id = userId) => {
    const [row] = await sql<Record<'sessions' | 'remembered' | 'cookies' | 'links', number>[]>`
      select (select count(*)::int from sessions where user_id = ${id} and revoked_at is null) as sessions,
        (select count(*)::int from remembered_devices where user_id = ${id}) as remembered,
        (select count(*)::int from device_cookies where user_id = ${id}) as cookies,
        (select count(*)::int from one_time_tokens where user_id = ${id}) as links`
    return row
  }

  it.each([
    ['a password', () => sql`update users set password_hash = 'x' where id = ${userId}`, [0, 0, 0, 0]],
    ['an archive', () => sql`update users set status = 'archived' where id = ${userId}`, [0, 0, 1, 0]],
    ['a disabled client', () => sql`update clients set enabled = false where id = ${clientId}`, [0, 0, 1, 0]],
    ['rights that change', () => sql`update users set admin = true where id = ${userId}`, [1, 1, 1, 0]],
    ['other details', () => sql`update users set first_name = 'Ann' where id = ${userId}`, [1, 1, 1, 1]],
    ['a renamed client', () => sql`update clients set name = 'New' where id = ${clientId}`, [1, 1, 1, 1]],
  ] as const)('ends as it must with %s', async (_, change, [sessions, remembered, cookies, links]) => {
    await grantAll()
    await change()
    expect(await left()).toEqual({ sessions, remembered, cookies, links })
  })
  it('by a password goes on in the one session that is named, in that transaction alone', async () => {
    const [kept] = [await grantAll(), await addSession()]
    await sql.begin(async (tx) => {
      await tx`select set_config('app.kept_session', ${kept}, true)`
      await tx`update users set password_hash = 'x' where id = ${userId}`
    })
    expect(await sql`select id from sessions where user_id = ${userId} and revoked_at is null`).toEqual([
      { id: kept },
    ])
    await sql`update users set password_hash = 'y' where id = ${userId}`
    expect(await left()).toMatchObject({ sessions: 0 })
  })
  it('to others of the client is left alone', async () => {
    await grantAll()
    const other = (await makeUser(database.db, passwords, clientId)).id
    await sql`update users set password_hash = 'x', status = 'archived' where id = ${other}`
    expect(await left()).toEqual({ sessions: 1, remembered: 1, cookies: 1, links: 1 })
  })
})
