import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { makeClient } from '../../test/factories.ts'
import { lookInto } from '../../test/look.ts'
import { call, enrol, makeMember, signIn, verify } from '../../test/staff.ts'
import { totpCode } from '../../test/totp-generator.ts'
import { keepHouse } from './housekeeping.ts'

let test: TestApp
let sql: ReturnType<typeof lookInto>
beforeAll(async () => {
  test = await buildTestApp()
  sql = lookInto(test.database)
})
afterAll(() => test.close())

const count = async (table: string) => {
  const [row] = await sql<{ n: number }[]>`select count(*)::int as n from ${sql(table)}`
  return row?.n
}

it('keeps what is good and removes what has served its time, second steps in force never', async () => {
  const { id } = await makeClient(test.database.db)
  const member = await makeMember(test, id)
  const { token } = await signIn(test, member)
  const { secret } = await enrol(test, token)
  const half = await signIn(test, member)
  await verify(test, half.token, totpCode(secret, test.clock.now), { remember: true })
  await call(test, 'POST', '/2fa/new-totp-method', undefined, { token })
  await call(test, 'POST', '/2fa/new-recovery-codes', undefined, { token })
  await call(test, 'POST', '/password/forgot', { email: member.email })
  await test.deliver()

  const tables = [
    'totp_methods',
    'recovery_code_sets',
    'remembered_devices',
    'one_time_tokens',
    'notifications',
  ]
  const after = async (hours: number) => {
    await keepHouse(test.database.db, new Date(test.clock.now.getTime() + hours * 3_600_000))
    return Object.fromEntries(await Promise.all(tables.map(async (name) => [name, await count(name)])))
  }
  const all = {
    totp_methods: 2,
    recovery_code_sets: 2,
    remembered_devices: 1,
    one_time_tokens: 1,
    notifications: 1,
  }
  expect(await after(0)).toEqual(all)
  expect(await after(1)).toEqual({ ...all, one_time_tokens: 0 })
  const inForce = { totp_methods: 1, recovery_code_sets: 1, one_time_tokens: 0 }
  expect(await after(25)).toEqual({ ...all, ...inForce })
  expect(await after(31 * 24)).toEqual({ ...all, ...inForce, remembered_devices: 0 })
  expect(await after(91 * 24)).toEqual({ ...all, ...inForce, remembered_devices: 0, notifications: 0 })
})

it('keeps the buckets of limits for two days, and what they have paid for as long as it is free', async () => {
  const { limits } = test
  await limits.take('loginPerAddress', 'somebody')
  await limits.takeForMember('methodKeysPerNetwork', { key: '10.0.0.1', name: 'GATE', lifeSeconds: 3600 }, 1)
  const left = async (hours: number) => {
    await keepHouse(test.database.db, new Date(test.clock.now.getTime() + hours * 3_600_000))
    return [await count('rate_buckets'), await count('rate_members')]
  }
  const [buckets = 0, members = 0] = await left(0)
  expect([buckets >= 2, members]).toEqual([true, 1])
  expect(await left(0.9)).toEqual([buckets, 1])
  expect(await left(1.1)).toEqual([buckets, 0])
  expect(await left(47)).toEqual([buckets, 0])
  expect(await left(49)).toEqual([0, 0])
})
