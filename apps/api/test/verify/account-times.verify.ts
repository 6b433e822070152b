import { afterAll, beforeAll, expect, it } from 'vitest'
import { eq } from 'drizzle-orm'
import { users } from '../../src/db/schema/users.ts'
import { clientScope } from '../../src/db/scopes.ts'
import { withScope } from '../../src/db/tenancy.ts'
import { buildTestApp, type TestApp } from '../build-test-app.ts'
import { makeClient, makeUser } from '../factories.ts'
import { call, goodPassword } from '../staff.ts'
import { percentile } from './nodes.ts'

const EACH = 200
const WARM = 40

let test: TestApp
const known: string[] = []

beforeAll(async () => {
  test = await buildTestApp()
  const { db } = test.database
  const { id: clientId } = await makeClient(db)
  const passwordHash = await test.passwords.hash(goodPassword)
  for (let number = 0; number < 2 * (EACH + WARM); number += 1) {
    known.push((await makeUser(db, test.passwords, clientId)).email)
  }
  await withScope(db, clientScope(clientId), (tx) =>
    tx.update(users).set({ passwordHash }).where(eq(users.clientId, clientId)),
  )
}, 60_000)
afterAll(() => test.close())

/** Known and unknown addresses in turns, changing places, so that neither always finds the machine as the other left it. */
async function compare(what: string, send: (email: string) => Promise<number>): Promise<void> {
  const times = { known: [] as number[], unknown: [] as number[] }
  const timed = async (list: number[], email: string) => {
    const start = performance.now()
    const status = await send(email)
    list.push(performance.now() - start)
    expect(status).toBeLessThan(402)
  }
  for (let turn = 0; turn < WARM + EACH; turn += 1) {
    const one = () => timed(times.known, known.pop() ?? '')
    const other = () => timed(times.unknown, `${crypto.randomUUID()}@test.example`)
    for (const step of turn % 2 === 0 ? [one, other] : [other, one]) await step()
  }
  const [a, b] = [times.known, times.unknown].map((list) => percentile(list.slice(WARM), 0.5))
  const difference = Math.abs((a ?? 0) - (b ?? 0))
  console.log(`${what}: known ${a?.toFixed(2)} ms, unknown ${b?.toFixed(2)} ms, medians of ${EACH} each`)
  expect(difference).toBeLessThan(3)
  expect(difference / Math.min(a ?? 0, b ?? 0)).toBeLessThan(0.1)
}

it('A2: a login takes the same time for known and unknown addresses', () =>
  compare(
    'login',
    async (email) => (await call(test, 'POST', '/login', { email, password: 'wrong' })).status,
  ))

it('A2: so does a forgotten password', () =>
  compare('forgot', async (email) => (await call(test, 'POST', '/password/forgot', { email })).status))
