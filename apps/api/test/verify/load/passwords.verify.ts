import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commonWords } from '../../../src/modules/auth/password/strength.ts'
import { goodPassword } from '../../staff.ts'
import { type Accounts, accountsOn, race } from '../accounts-on.ts'
import { type Nodes, startNodes } from '../nodes.ts'

const ROUNDS = 20
const LONGEST_LOOK_UP_MS = 2000

/** A breach service that accepts connections and never replies. */
async function startSilence(): Promise<{ server: Server; url: string; sockets: Set<Socket> }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => void sockets.add(socket.on('error', () => {})))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, sockets, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/range/` }
}

const alphabet = ['k', 'q', 'x', 'z', 'v', 'w', '7', 'é', 'ñ', 'ж', '界', '🔑']

/** A password of this many bytes. A long one has characters of 1 to 4 bytes. */
function passwordOf(bytes: number): string {
  if (bytes < 20) return randomBytes(bytes).toString('base64url').slice(0, bytes)
  let text = ''
  for (const byte of randomBytes(bytes)) {
    const letter = alphabet[byte % alphabet.length] ?? 'k'
    if (Buffer.byteLength(text + letter) <= bytes) text += letter
  }
  return text.padEnd(text.length + bytes - Buffer.byteLength(text), 'q')
}

describe.each([1, 2])('A1: passwords on %i process(es)', (count) => {
  let nodes: Nodes
  let accounts: Accounts
  let silence: Awaited<ReturnType<typeof startSilence>>
  beforeAll(async () => {
    silence = await startSilence()
    nodes = await startNodes('passwords', { count, settings: { BREACH_URL: silence.url } })
    accounts = await accountsOn(nodes)
  }, 60_000)
  afterAll(async () => {
    await nodes.close()
    for (const socket of silence.sockets) socket.destroy()
    silence.server.close()
  })

  it('every byte counts, and only passwords of 8 to 1,024 bytes are accepted', async () => {
    const member = await accounts.newMember()
    const { token } = await accounts.signIn(member)
    const change = (index: number, password: string, newPassword: string) =>
      accounts.send(index, 'PUT', '/password', { password, newPassword }, token)
    const logIn = async (index: number, password: string) =>
      (await accounts.post(index, '/login', { email: member.email, password })).status
    let current = goodPassword
    const lengths = [8, 9, 71, 72, 73, 127, 128, 129, 255, 256, 1023, 1024]
    for (let round = 0; round < ROUNDS; round += 1) {
      const next = passwordOf(lengths[round % lengths.length] ?? 8)
      expect((await change(round, current, next)).status, `${Buffer.byteLength(next)} bytes`).toBe(204)
      expect(await logIn(round + 1, next)).toBe(200)
      // Ten wrong passwords in a row would lock the account; right ones refund their tokens.
      const letters = Array.from(next)
      const others = [current, `${letters.slice(0, -1).join('')}y`, letters.slice(0, -1).join('')]
      if (round % 5 === 0) for (const other of others) if (other) expect(await logIn(round, other)).toBe(401)
      if (round % 5 === 0) await nodes.sql`delete from rate_buckets`
      current = next
    }
    for (const [bytes, status] of [
      [7, 400],
      [1025, 400],
      [4096, 400],
    ] as const)
      expect((await change(0, current, passwordOf(bytes))).status, `${bytes} bytes`).toBe(status)
  })

  it('common words are refused with digits, signs and repetitions too', async () => {
    const member = await accounts.newMember()
    const { token } = await accounts.signIn(member)
    const dresses = [
      (word: string) => `${word}2026`,
      (word: string) => `!!${word.toUpperCase()}!!`,
      (word: string) => `${word}${word}${word}`,
      (word: string) => `${word.replaceAll('a', '@').replaceAll('o', '0').replaceAll('i', '1')}-123`,
    ]
    const words = [...commonWords].filter((_, index) => index % 4 === 0)
    for (const [index, word] of words.entries()) {
      const newPassword = (dresses[index % dresses.length]?.(word) ?? word).padEnd(8, '1')
      const response = await accounts.send(
        index,
        'PUT',
        '/password',
        { password: goodPassword, newPassword },
        token,
      )
      expect(response.body['code'], newPassword).toBe('weak_password')
    }
    console.log(`A1, ${count} process(es): ${words.length} common words refused`)
  })

  it('a breach service that does not respond costs two seconds once', async () => {
    const lookUp = async (index: number) => {
      const start = performance.now()
      const { status, body } = await accounts.send(index, 'PUT', '/password/breach', {
        password: index % 2 ? 'password' : passwordOf(19),
      })
      expect(status).toBe(200)
      expect(body['count']).toBe(index % 2)
      return performance.now() - start
    }
    const first = await race(lookUp, 40)
    const later = await race(lookUp, 40)
    console.log(
      `A1, ${count} process(es): slowest look-up ${Math.max(...first).toFixed(0)} ms, then ${Math.max(...later).toFixed(0)} ms`,
    )
    expect(Math.max(...first)).toBeLessThan(LONGEST_LOOK_UP_MS + 1000)
    expect(Math.max(...later)).toBeLessThan(1000)
  })

  it('of more logins than the cores can do, each is done, limited or refused as busy', async () => {
    const members = await Promise.all(Array.from({ length: 10 }, accounts.newMember))
    const responses = await race(
      (index) =>
        accounts.post(index, '/login', { email: members[index % 10]?.email, password: goodPassword }),
      200,
    )
    // The order of arrival decides how many wait for a core, and how many find the
    // account's bucket empty.
    const done = responses.filter(({ status }) => status === 200)
    const limited = responses.filter(({ body }) => body['code'] === 'too_many_requests')
    const busy = responses.filter(({ body }) => body['code'] === 'unavailable')
    console.log(
      `A1, ${count} process(es): of 200 logins at once ${done.length} done, ${limited.length} limited, ${busy.length} busy`,
    )
    expect(done.length).toBeGreaterThan(20)
    expect(done.length + limited.length + busy.length).toBe(200)
    expect([...limited, ...busy].filter(({ retryAfter }) => !(Number(retryAfter) > 0))).toEqual([])
    await accounts.signIn(members[0] ?? { email: '' })
  })
})
