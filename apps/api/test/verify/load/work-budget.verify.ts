import { setTimeout as wait } from 'node:timers/promises'
import { type EndpointName, endpoints } from '@gatehouse/validation/endpoints/all'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../build-test-app.ts'
import { makeFuzzWorld } from '../../fuzz/fuzz-world.ts'
import { openSuperuserConnection } from '../../superuser.ts'
import { enlarge } from '../../work-budget/large-world.ts'
import { largestRequests, type Standing } from '../../work-budget/largest-requests.ts'
import { longestTurn, spend } from '../../work-budget/longest-turn.ts'
import { measure } from '../../work-budget/measure.ts'

/** The most processor time that a request may take before other requests run. */
const MOST_MS = 50
/** Below this time, one measurement is enough. */
const LITTLE_MS = 25
/** How many of the largest are reported. */
const REPORTED = 20

/**
 * The largest form of a site has 500 questions with 50 options of 200 letters in two languages: 9
 * MB, which every phone would load. PostgreSQL answers a form as one value, which is parsed at
 * once.
 */
const WHOLE_FORM_MS = 200

/** Requests that take longer, with their own ceilings. */
const exceptions: Partial<Record<EndpointName, number>> = {
  getMachineData: WHOLE_FORM_MS,
  findUserData: WHOLE_FORM_MS,
  getUserData: WHOLE_FORM_MS,
  submitCheckIn: WHOLE_FORM_MS / 2,
  signInPerson: WHOLE_FORM_MS / 2,
  // A page of 100 recipients with 200 sites each, with names of the maximum length, is also 9 MB,
  // written at once.
  listRecipients: 90,
  // A file of 10,000 people takes 43 to 75 ms. Which step does is not known yet.
  importUsers: 100,
}

/** These delete what others read, so they run last. */
const lastOnes: ReadonlySet<EndpointName> = new Set([
  'checkOutPeople',
  'liftBan',
  'endMuster',
  'erasePerson',
  'logout',
])
const takesAway = (name: EndpointName) => endpoints[name].method === 'DELETE' || lastOnes.has(name)
const names = Object.keys(endpoints) as EndpointName[]
const inOrder = [...names.filter((name) => !takesAway(name)), ...names.filter(takesAway)]

let test: TestApp
let standing: Standing
const found: { name: EndpointName; about: string; milliseconds: number; bytes: number }[] = []

beforeAll(async () => {
  // As in production, responses are not checked before they are sent.
  const settings = {
    NODE_ENV: 'production',
    SECRET_KEY: 'x'.repeat(43),
    DATABASE_URL: 'postgres://localhost/unused',
  }
  test = await buildTestApp({ settings })
  const sql = openSuperuserConnection(test.database)
  const fuzz = await makeFuzzWorld(test, sql)
  standing = { test, sql, fuzz, large: await enlarge(test, sql, fuzz) }
}, 240_000)
afterAll(async () => {
  const largest = found.toSorted((one, other) => other.milliseconds - one.milliseconds).slice(0, REPORTED)
  console.table(largest)
  await test.close()
})

describe('the measure', () => {
  it('sees a handler that works for 80 ms', async () => {
    expect(await longestTurn(async () => spend(80))).toBeGreaterThanOrEqual(80)
  })
  it('does not see one that waits for 80 ms', async () => {
    expect(await longestTurn(() => wait(80))).toBeLessThan(MOST_MS)
  })
  it('sees the longest turn of several, and not their sum', async () => {
    const inTurns = async () => {
      for (let turn = 0; turn < 5; turn += 1) {
        spend(20)
        // oxlint-disable-next-line no-await-in-loop -- turn after turn
        await wait(1)
      }
    }
    const longest = await longestTurn(inTurns)
    expect(longest).toBeGreaterThanOrEqual(20)
    expect(longest).toBeLessThan(60)
  })
})

it.each(inOrder)(
  'the largest requests to %s hold the event loop for few milliseconds of processor time',
  async (name) => {
    const most = exceptions[name] ?? MOST_MS
    for (const request of await largestRequests(name, standing)) {
      // oxlint-disable-next-line no-await-in-loop -- one at a time, or they would take the time of each other
      const measured = await measure(request, standing, { enough: LITTLE_MS, most })
      const { milliseconds, status, bytes, refusal } = measured
      const { about, isAccepted } = request
      found.push({ name, about, milliseconds, bytes })
      if (isAccepted) expect.soft(status, `${about}: ${refusal}`).toBeLessThan(400)
      else expect.soft(status, `${about}: ${refusal}`).toBeLessThan(500)
      expect.soft(milliseconds, about).toBeLessThan(most)
    }
  },
  240_000,
)
