import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rateStores, type RedisServer } from '../redis-server.ts'
import { goodPassword } from '../staff.ts'
import { type Accounts, accountsOn, race } from './accounts-on.ts'
import { ask, type Nodes, startNodes } from './nodes.ts'

describe.each(rateStores)('A3: throttling in %s', (name, start) => {
  describe.each([1, 2])('on %i process(es)', (count) => {
    let nodes: Nodes
    let redis: RedisServer | undefined
    let accounts: Accounts

    beforeAll(async () => {
      redis = await start()
      nodes = await startNodes('throttling', { count, settings: redis ? { REDIS_URL: redis.url } : {} })
      accounts = await accountsOn(nodes)
    }, 60_000)
    afterAll(async () => {
      await nodes.close()
      await redis?.stop()
    })
    const origin = (index: number) => nodes.origin(index)

    it('an email takes ten wrong passwords of two hundred at once, known or not', async () => {
      const member = await accounts.newMember()
      for (const email of [member.email, 'nobody@test.example']) {
        const responses = await race(
          (index) => ask(origin(index), 'POST', '/login', { email, password: `guess ${index}` }),
          200,
        )
        const counts = { wrong: 0, held: 0, busy: 0 }
        for (const { status, retryAfter } of responses) {
          if (status === 401) counts.wrong += 1
          else if (status === 429) counts.held += 1
          else if (status === 503) counts.busy += 1
          if (status !== 401) expect(Number(retryAfter)).toBeGreaterThan(0)
        }
        expect(counts.wrong).toBeGreaterThan(0)
        expect(counts.wrong).toBeLessThanOrEqual(10)
        expect(counts.wrong + counts.held + counts.busy).toBe(200)
      }
    })
    it('the owner on a known device signs in twenty times of twenty meanwhile', async () => {
      const { email } = await accounts.newMember()
      const login = { email, password: goodPassword }
      const first = await ask(origin(0), 'POST', '/login', login, { browser: true })
      const cookie = first.cookies
        .map((line) => line.split(';')[0])
        .find((pair) => pair?.startsWith('gatehouse-device='))
      let isOver = false
      let guesses = 0
      const attacks = [0, 1].map(async (side) => {
        while (!isOver) {
          await ask(origin(side), 'POST', '/login', { email, password: `guess ${(guesses += 1)}` })
        }
      })
      while (guesses < 30) await delay(10)
      const statuses: number[] = []
      for (let time = 0; time < 20; time += 1) {
        const { status } = await ask(origin(time), 'POST', '/login', login, {
          browser: true,
          cookie: cookie ?? '',
        })
        statuses.push(status)
      }
      isOver = true
      await Promise.all(attacks)
      console.log(
        `A3, ${name}, ${count} process(es): 20 of 20 logins on a known device during ${guesses} guesses`,
      )
      expect(statuses).toEqual(Array.from({ length: 20 }, () => 200))
    })
  })
})
