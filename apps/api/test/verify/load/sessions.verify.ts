import { setTimeout as delay } from 'node:timers/promises'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rotateKeys } from '../../../src/config/key-file.ts'
import { type Accounts, accountsOn } from '../accounts-on.ts'
import { ask, type Nodes, percentile, startNodes } from '../nodes.ts'

describe.each([1, 2])('on %i process(es)', (count) => {
  let nodes: Nodes
  let accounts: Accounts
  beforeAll(async () => {
    nodes = await startNodes('sessions', { count })
    accounts = await accountsOn(nodes)
  }, 60_000)
  afterAll(() => nodes.close())

  it('A8: a revoked session ends on every process within a second', async () => {
    const times: number[] = []
    const ways = [
      (token: string) => accounts.post(0, '/logout', undefined, token),
      (token: string) => ask(nodes.origin(0), 'DELETE', '/me/sessions', undefined, { token }),
      (token: string) =>
        ask(nodes.origin(0), 'DELETE', `/me/sessions/${String(decodeJwt(token)['sid'])}`, undefined, {
          token,
        }),
    ]
    for (let round = 0; round < 30; round += 1) {
      const { token } = await accounts.signIn(await accounts.newMember(), round)
      expect((await ask(nodes.origin(1), 'GET', '/me', undefined, { token })).status).toBe(200)
      const start = performance.now()
      expect((await ways[round % ways.length]?.(token))?.status).toBe(204)
      while ((await ask(nodes.origin(1), 'GET', '/me', undefined, { token })).status !== 401) {
        expect(performance.now() - start).toBeLessThan(1000)
      }
      times.push(performance.now() - start)
    }
    console.log(
      `A8: dead on every process after ${percentile(times, 0.5).toFixed(1)} ms, at most ${Math.max(...times).toFixed(1)} ms`,
    )
    expect(Math.max(...times)).toBeLessThan(1000)
  })

  describe('A9', () => {
    it('thirty malformed tokens are refused on every process', async () => {
      const { token } = await accounts.signIn(await accounts.newMember())
      const [head = '', body = '', signature = ''] = token.split('.')
      const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>
      const header = JSON.parse(Buffer.from(head, 'base64url').toString()) as Record<string, unknown>
      const algorithms = ['none', 'None', 'HS256', 'HS512', 'RS256', 'ES256', 'PS256', 'EdDSA ']
      const malformed = [
        'x',
        'a.b',
        'a.b.c',
        'a.b.c.d',
        '..',
        `${head}.${body}`,
        `${head}.${body}.`,
        `${head}..${signature}`,
        `.${body}.${signature}`,
        `${token}.`,
        `${token}A`,
        token.slice(0, -1),
        token.slice(1),
        `${head}.${body}.${'A'.repeat(86)}`,
        `${head}.${body}.${signature.split('').toReversed().join('')}`,
        ...algorithms.map((alg) => `${encode({ ...header, alg })}.${body}.${signature}`),
        `${encode({ ...header, kid: undefined })}.${body}.${signature}`,
        `${encode({ ...header, kid: '../../secrets.json' })}.${body}.${signature}`,
        `${encode({ ...header, crit: ['exp'] })}.${body}.${signature}`,
        ...[{ exp: 9_999_999_999 }, { admin: true, site_admin: true }, { aud: 'other' }, { sub: 'me' }].map(
          (change) => `${head}.${encode({ ...claims, ...change })}.${signature}`,
        ),
        'A'.repeat(7000),
      ]
      expect(malformed.length).toBeGreaterThanOrEqual(30)
      for (const [index, one] of malformed.entries()) {
        const { status } = await ask(nodes.origin(index), 'GET', '/me', undefined, { token: one })
        expect(status, one.slice(0, 60)).toBe(401)
      }
      expect((await ask(nodes.origin(0), 'GET', '/me', undefined, { token })).status).toBe(200)
    })
    it('a key rotation under load loses no request and no session', async () => {
      const members = await Promise.all(Array.from({ length: 4 }, accounts.newMember))
      const sessions: string[] = []
      for (const member of members) sessions.push((await accounts.signIn(member)).token)
      const statuses = new Map<number, number>()
      const kids = new Set<unknown>()
      let isOver = false
      const readers = sessions.map(async (token, index) => {
        for (let time = index; !isOver; time += 1) {
          const { status } = await ask(nodes.origin(time), 'GET', '/validate_token', undefined, { token })
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
        }
      })
      const logins = members.slice(0, 2).map(async (member, index) => {
        for (let time = index; !isOver; time += 1) {
          const { token } = await accounts.signIn(member, time)
          kids.add(JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid)
          // Immediately, on another node, which may not have read the keys since.
          const { status } = await ask(nodes.origin(time + 1), 'GET', '/validate_token', undefined, { token })
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
        }
      })
      await delay(1000)
      await rotateKeys(nodes.dataDir)
      await delay(3000)
      isOver = true
      await Promise.all([...readers, ...logins])
      console.log(`A9: ${statuses.get(200)} requests through a rotation`)
      expect([...statuses.keys()]).toEqual([200])
      expect(kids.size).toBe(2)
    })
  })
})
