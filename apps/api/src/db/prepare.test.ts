import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import postgres, { type Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createDatabase } from './client.ts'
import { isSchemaCurrent, migrateDatabase } from './migrate.ts'
import { prepareServer } from './prepare.ts'
import { withoutTenant } from './tenancy.ts'
import { assertRlsIsEnforced } from './rls.ts'
import { OperatorError } from '../lib/operator-error.ts'

const { adminUrl } = inject('testServer')
const suffix = randomBytes(4).toString('hex')
const database = `gatehouse_prepare_${suffix}`
const roles = { owner: `somebody_${suffix}`, runtime: `program_${suffix}`, strong: `strong_${suffix}` }
let admin: Sql
let owned: Sql

function urlOf(login?: string): string {
  const url = new URL(adminUrl)
  url.pathname = `/${database}`
  if (login) Object.assign(url, { username: login, password: 'secret' })
  return url.href
}

async function assertRlsBindsProgram(runtimeUrl: string): Promise<void> {
  const db = createDatabase({ runtimeUrl, connections: 1 })
  try {
    await assertRlsIsEnforced(db)
  } finally {
    await db.close()
  }
}

beforeAll(async () => {
  admin = postgres(adminUrl, { max: 1, onnotice: () => {} })
  for (const role of Object.values(roles)) {
    await admin`create role ${admin(role)} login password 'secret'`
  }
  await admin`alter role ${admin(roles.strong)} bypassrls`
  await admin`create database ${admin(database)}`
  owned = postgres(urlOf(), { max: 1, onnotice: () => {} })
})

afterAll(async () => {
  await owned.end()
  await admin`drop database ${admin(database)} with (force)`
  for (const role of Object.values(roles)) await admin`drop role ${admin(role)}`
  await admin.end()
})

describe('a server of one’s own', () => {
  test('that the login may not set up: the error contains the SQL, and the start succeeds once it has run', async () => {
    const databaseUrl = urlOf(roles.owner)
    const firstError = await prepareServer({ databaseUrl }).catch((error: unknown) => error)
    expect(firstError).toBeInstanceOf(OperatorError)
    await owned.unsafe(sqlOf(firstError))

    const secondError = await prepareServer({ databaseUrl }).catch((error: unknown) => error)
    expect(secondError).toBeInstanceOf(OperatorError)
    expect(String(secondError)).toContain(`grant gatehouse_runtime to "${roles.owner}"`)
    await owned.unsafe(sqlOf(secondError))

    const { ownerUrl, runtimeUrl } = await prepareServer({ databaseUrl })
    expect(ownerUrl).toBe(databaseUrl)
    await Promise.all(Array.from({ length: 4 }, () => migrateDatabase(ownerUrl)))
    await assertRlsBindsProgram(runtimeUrl)

    const db = createDatabase({ runtimeUrl, connections: 4 })
    try {
      const [row] = await withoutTenant(db, (shared) =>
        shared.execute(sql`select current_user as name, current_setting('statement_timeout') as statement,
          current_setting('lock_timeout') as lock, current_setting('idle_in_transaction_session_timeout') as idle`),
      )
      expect(row).toEqual({ name: 'gatehouse_runtime', statement: '5s', lock: '2s', idle: '10s' })
      expect(await isSchemaCurrent(db)).toBe(true)
    } finally {
      await db.close()
    }
    expect(await owned`select count(*)::int as n from schema_migrations`).toEqual([
      { n: (await owned`select distinct hash from schema_migrations`).length },
    ])
  })

  test('without the login of the program: the error contains the SQL to create it', async () => {
    const login = `new "login" ${suffix}`
    const urls = { databaseUrl: urlOf(roles.owner), runtimeUrl: urlOf(login) }
    const error = await prepareServer(urls).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(OperatorError)
    expect(String(error)).toContain('DATABASE_RUNTIME_URL does not exist')
    await owned.unsafe(sqlOf(error).replace('the password of DATABASE_RUNTIME_URL', 'secret'))
    await prepareServer(urls)
    await owned`drop role ${owned(login)}`
  })

  test('with a login of its own for the program', async () => {
    await owned`grant gatehouse_runtime to ${owned(roles.runtime)}`
    const runtimeUrl = urlOf(roles.runtime)
    const prepared = await prepareServer({ databaseUrl: urlOf(roles.owner), runtimeUrl })
    expect(prepared.runtimeUrl).toBe(runtimeUrl)
    await assertRlsBindsProgram(runtimeUrl)
  })

  test('that cannot hold or sort names is refused in a sentence', async () => {
    const other = `gatehouse_latin_${suffix}`
    const latinUrl = new URL(adminUrl)
    latinUrl.pathname = `/${other}`
    await admin.unsafe(
      `create database ${other} encoding 'LATIN1' locale 'C' locale_provider libc template template0`,
    )
    try {
      await expect(prepareServer({ databaseUrl: latinUrl.href })).rejects.toThrow(
        /encoded in LATIN1.*encoding 'UTF8'/,
      )
    } finally {
      await admin.unsafe(`drop database ${other} with (force)`)
    }
    await owned`alter collation pg_catalog."und-x-icu" rename to "und-x-hidden"`
    try {
      await expect(prepareServer({ databaseUrl: urlOf() })).rejects.toThrow(/built without ICU/)
    } finally {
      await owned`alter collation pg_catalog."und-x-hidden" rename to "und-x-icu"`
    }
  })

  test('as a superuser the program still runs in its role', async () => {
    await assertRlsBindsProgram((await prepareServer({ databaseUrl: urlOf() })).runtimeUrl)
  })
})

describe('the program refuses to run', () => {
  test.each([
    ['a superuser', undefined, /is a superuser/],
    ['a role that bypasses row-level security', roles.strong, /bypasses row-level security/],
    ['the owner of the tables', roles.owner, /owns the table/],
  ])('as %s', async (_, login, message) => {
    await expect(assertRlsBindsProgram(urlOf(login))).rejects.toThrow(OperatorError)
    await expect(assertRlsBindsProgram(urlOf(login))).rejects.toThrow(message)
  })

  test('as a member of the owner', async () => {
    await owned`grant ${owned(roles.owner)} to ${owned(roles.runtime)}`
    await expect(assertRlsBindsProgram(urlOf(roles.runtime))).rejects.toThrow(/owns the table/)
    await owned`revoke ${owned(roles.owner)} from ${owned(roles.runtime)}`
    await assertRlsBindsProgram(urlOf(roles.runtime))
  })

  test('on a table without forced row-level security', async () => {
    await owned`alter table users no force row level security`
    await expect(assertRlsBindsProgram(urlOf(roles.runtime))).rejects.toThrow(
      /users has no forced row-level security/,
    )
    await owned`alter table users force row level security`
    await assertRlsBindsProgram(urlOf(roles.runtime))
  })
})

/** The commands after the last colon of the message. */
function sqlOf(error: unknown): string {
  return String(error).replace(/^.*administrator to run: /s, '')
}
