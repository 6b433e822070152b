import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { goodPassword } from '../../staff.ts'
import { type Accounts, accountsOn, race } from '../accounts-on.ts'
import { ask, type Nodes, startNodes } from '../nodes.ts'

describe.each([1, 2])('A3: throttling on %i process(es)', (count) => {
  let nodes: Nodes
  let accounts: Accounts

  beforeAll(async () => {
    nodes = await startNodes('throttling', { count })
    accounts = await accountsOn(nodes)
  }, 60_000)
  afterAll(() => nodes.close())
  const origin = (index: number) => nodes.origin(index)

  it('an email gets at most ten checks of two hundred wrong passwords at once, known or not', async () => {
    const member = await accounts.newMember()
    for (const email of [member.email, 'nobody@test.example']) {
      const responses = await race(
        (index) => ask(origin(index), 'POST', '/login', { email, password: `guess ${index}` }),
        200,
      )
      // A call that finds the server busy returns its token, so the order of arrival decides how
      // many wrong passwords are checked.
      const withCode = (code: string) => responses.filter(({ body }) => body['code'] === code)
      const wrong = withCode('unauthenticated')
      const turnedAway = [...withCode('too_many_requests'), ...withCode('unavailable')]
      expect(wrong.length).toBeGreaterThan(0)
      expect(wrong.length).toBeLessThanOrEqual(10)
      expect(wrong.length + turnedAway.length).toBe(200)
      expect(turnedAway.filter(({ retryAfter }) => !(Number(retryAfter) > 0))).toEqual([])
    }
  })
  it('the owner with a device cookie signs in twenty of twenty times during the attack', async () => {
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
    console.log(`A3, ${count} process(es): 20 of 20 logins with a device cookie during ${guesses} guesses`)
    expect(statuses).toEqual(Array.from({ length: 20 }, () => 200))
  })
})
