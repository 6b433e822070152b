import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { users } from '../../../src/db/schema/users.ts'
import { clientScope } from '../../../src/db/scopes.ts'
import { withScope } from '../../../src/db/tenancy.ts'
import { createPasswords } from '../../../src/modules/auth/passwords.ts'
import { makeClient, makeUser } from '../../factories.ts'
import { goodPassword } from '../../staff.ts'
import { ask, type Asked, type Nodes, percentile, startNodes } from '../nodes.ts'

const EACH = 200
const WARM = 40
const WAYS = 3

/** What a stranger can see of a response, except its time. */
function seenOf({ status, text, headers }: Asked): string {
  const shown = [...headers].filter(([name]) => !['date', 'keep-alive'].includes(name))
  return JSON.stringify([status, text, shown.toSorted(([a], [b]) => (a < b ? -1 : 1))])
}

describe.each([1, 2])('A2 on %i process(es): known and unknown emails look alike', (count) => {
  let nodes: Nodes
  const known: string[] = []

  beforeAll(async () => {
    nodes = await startNodes('enumeration', { count })
    const passwords = await createPasswords()
    const { id: clientId } = await makeClient(nodes.db)
    const passwordHash = await passwords.hash(goodPassword)
    for (let number = 0; number < WAYS * (EACH + WARM); number += 1) {
      known.push((await makeUser(nodes.db, passwords, clientId)).email)
    }
    await withScope(nodes.db, clientScope(clientId), (tx) =>
      tx.update(users).set({ passwordHash }).where(eq(users.clientId, clientId)),
    )
  }, 60_000)
  afterAll(() => nodes.close())

  it.each([
    [
      'a login',
      (origin: string, email: string) => ask(origin, 'POST', '/login', { email, password: 'wrong' }),
    ],
    [
      'a login of a browser with the token of a remembered device',
      (origin: string, email: string) =>
        ask(
          origin,
          'POST',
          '/login',
          { email, password: 'wrong', twoFARememberToken: 'x'.repeat(43) },
          { browser: true, cookie: 'gatehouse-device=a.b.c' },
        ),
    ],
    [
      'a forgotten password',
      (origin: string, email: string) => ask(origin, 'POST', '/password/forgot', { email }),
    ],
  ])('%s, in words, headers and time', async (what, send) => {
    const times = { known: [] as number[], unknown: [] as number[] }
    const seen = { known: new Set<string>(), unknown: new Set<string>() }
    for (let turn = 0; turn < WARM + EACH; turn += 1) {
      const step = async (kind: 'known' | 'unknown', email: string) => {
        const start = performance.now()
        const response = await send(nodes.origin(turn >> 1), email)
        times[kind].push(performance.now() - start)
        seen[kind].add(seenOf(response))
      }
      // The order alternates, so that neither is always the second, nor always the first after a
      // change of nodes.
      const isKnownFirst = (turn + (turn >> 1)) % 2 === 0
      const steps = [
        () => step('known', known.pop() ?? ''),
        () => step('unknown', `${crypto.randomUUID()}@test.example`),
      ]
      for (const take of isKnownFirst ? steps : steps.toReversed()) await take()
    }
    expect(seen.known.size).toBe(1)
    expect(seen.unknown).toEqual(seen.known)
    const [a = 0, b = 0] = [times.known, times.unknown].map((list) => percentile(list.slice(WARM), 0.5))
    console.log(
      `A2, ${what}, ${count} process(es): known ${a.toFixed(2)} ms, unknown ${b.toFixed(2)} ms, medians of ${EACH}`,
    )
    expect(Math.abs(a - b)).toBeLessThan(3)
    expect(Math.abs(a - b) / Math.min(a, b)).toBeLessThan(0.1)
  })
})
