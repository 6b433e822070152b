import { rateRules } from '@gatehouse/validation/limits'
import { methodKeyAlphabet } from '@gatehouse/validation/method-key'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildSecondNode, buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { makeClient, makeMethod, makeSite } from '../../../test/factories.ts'
import { leaveTokens } from '../../../test/leave-tokens.ts'

/** Different keys of nobody: the methods of these tests have keys that begin otherwise. */
function* unknownKeys() {
  for (const one of methodKeyAlphabet)
    for (const two of methodKeyAlphabet) for (const three of methodKeyAlphabet) yield `Z${one}${two}${three}`
}

describe('method keys', () => {
  let test: TestApp
  let method: { id: string; key: string }
  let other: { id: string; key: string }
  let disabled: { id: string; key: string }
  let retired: { id: string; key: string }
  const keys = unknownKeys()
  const unknownKey = () => keys.next().value ?? ''

  beforeAll(async () => {
    test = await buildTestApp({ withPages: true })
    const { db } = test.database
    const client = await makeClient(db)
    const site = await makeSite(db, client.id)
    const make = async (fields = {}) => {
      for (;;) {
        const made = await makeMethod(db, client.id, site.id, fields)
        if (!made.key.startsWith('Z')) return made
      }
    }
    method = await make()
    other = await make()
    disabled = await make({ enabled: false })
    retired = await make({ retiredAt: new Date() })
  })
  afterAll(() => test.close())

  const ask = (key: string, remoteAddress: string, app = test.app) =>
    app.inject({ url: `/api/checkin/machine-data?method=${key}`, remoteAddress })
  const open = (path: string, remoteAddress: string) => test.app.inject({ url: path, remoteAddress })
  const statusOf = async (key: string, address: string) => (await ask(key, address)).statusCode
  const forward = (seconds: number) => {
    test.clock.now = new Date(test.clock.now.getTime() + seconds * 1000)
  }
  const leave = (address: string, tokens: number) =>
    leaveTokens(test, 'methodKeysPerNetwork', address, tokens)
  const exhaust = (address: string) => leave(address, 0)
  let addresses = 0
  const newAddress = () => `10.20.${addresses >> 8}.${addresses++ & 255}`

  it('are 30 different ones in ten minutes for an address, and then one more every 20 s', async () => {
    const address = newAddress()
    for (let count = 0; count < 29; count += 1) expect(await statusOf(unknownKey(), address)).toBe(404)
    expect(await statusOf(method.key, address)).toBe(200)
    const refused = await ask(unknownKey(), address)
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBe('20')
    forward(20)
    expect(await statusOf(unknownKey(), address)).toBe(404)
    expect(await statusOf(unknownKey(), address)).toBe(429)
    expect(await statusOf(unknownKey(), newAddress())).toBe(404)
  })

  it('tell a throttled address the same, whatever is behind them', async () => {
    const address = newAddress()
    await exhaust(address)
    const asked = [unknownKey(), method.key, other.key, disabled.key, retired.key, 'G0T1', 'not%20a%20key']
    const responses = await Promise.all(asked.map((key) => ask(key, address)))
    const told = responses.map(
      ({ statusCode, body, headers: { date: _, 'x-request-id': __, ...headers } }) => ({
        statusCode,
        body,
        headers,
      }),
    )
    expect(told[0]).toMatchObject({ statusCode: 429, headers: { 'retry-after': '20' } })
    expect(told).toEqual(told.map(() => told[0]))
  })

  it.each(['', '/questions', '/complete'])(
    'tell a throttled address the same in the page %s',
    async (step) => {
      const address = newAddress()
      await exhaust(address)
      const asked = [unknownKey(), method.key, other.key, disabled.key, retired.key]
      const pages = await Promise.all(asked.map((key) => open(`/${key}${step}`, address)))
      const told = pages.map(
        ({ statusCode, body, headers: { date: _, 'x-request-id': __, ...headers } }) => ({
          statusCode,
          body,
          headers,
        }),
      )
      expect(told[0]).toMatchObject({ statusCode: 429, headers: { 'retry-after': '20' } })
      expect(told[0]?.body).not.toContain('machine-data')
      expect(told).toEqual(told.map(() => told[0]))
    },
  )

  it('that an address used within the hour go on working while somebody behind it tries out others', async () => {
    const address = newAddress()
    expect(await statusOf(method.key, address)).toBe(200)
    await exhaust(address)
    for (let minutes = 0; minutes < 180; minutes += 15) {
      forward(15 * 60)
      await exhaust(address)
      expect(await statusOf(method.key, address)).toBe(200)
      expect((await open(`/${method.key}`, address)).statusCode).toBe(200)
      expect(await statusOf(other.key, address)).toBe(429)
    }
  })

  it('that lead nowhere are free for an hour, those with a page for a day', async () => {
    const address = newAddress()
    const unknown = unknownKey()
    expect(await statusOf(unknown, address)).toBe(404)
    expect(await statusOf(method.key, address)).toBe(200)
    forward(59 * 60)
    await exhaust(address)
    expect(await statusOf(unknown, address)).toBe(404)
    forward(61 * 60)
    await exhaust(address)
    expect(await statusOf(unknown, address)).toBe(429)
    forward(21 * 3600)
    await exhaust(address)
    expect(await statusOf(method.key, address)).toBe(200)
    forward(24 * 3600 + 1)
    await exhaust(address)
    expect(await statusOf(method.key, address)).toBe(429)
  })

  it('asked for by a crowd at the same moment count once', async () => {
    const address = newAddress()
    await leave(address, 5)
    const crowd = await Promise.all(Array.from({ length: 20 }, () => ask(method.key, address)))
    expect(new Set(crowd.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    const swept = await Promise.all(Array.from({ length: 10 }, () => ask(unknownKey(), address)))
    expect(swept.filter(({ statusCode }) => statusCode === 404)).toHaveLength(4)
    expect(swept.filter(({ statusCode }) => statusCode === 429)).toHaveLength(6)
  })

  it('are counted for all nodes together', async () => {
    const node = await buildSecondNode(test)
    const address = newAddress()
    await leave(address, 6)
    const swept = []
    for (let count = 0; count < 10; count += 1)
      swept.push((await ask(unknownKey(), address, count % 2 ? node.app : test.app)).statusCode)
    expect(swept.filter((status) => status === 404)).toHaveLength(6)
    expect((await ask(method.key, address, node.app)).statusCode).toBe(429)
    await node.close()
  })

  it('of all networks of one IPv6 site are 300 unknown ones in ten minutes; what its networks used stays', async () => {
    forward(3600)
    const network = (number: number) => `2001:db8:7:${number.toString(16)}::1`
    expect(await statusOf(method.key, network(0xffff))).toBe(200)
    expect(rateRules.unknownMethodKeyPerIpv6Prefix).toMatchObject({ burst: 300, minutes: 10 })
    await leaveTokens(test, 'unknownMethodKeyPerIpv6Prefix', '2001:db8:7::/48', 2)
    const statuses = []
    for (let number = 0; number < 4; number += 1) statuses.push(await statusOf(unknownKey(), network(number)))
    expect(statuses).toEqual([404, 404, 429, 429])
    expect(await statusOf(other.key, network(0xfff0))).toBe(429)
    expect(await statusOf(unknownKey(), network(0xfff1))).toBe(429)
    expect(await statusOf(method.key, network(0xffff))).toBe(200)
    expect(await statusOf(other.key, '2001:db8:8::1')).toBe(200)
  })

  it('above 300 unknown ones a minute shrink the share of each address, and keep nobody out', async () => {
    forward(3600)
    const before = newAddress()
    expect(await statusOf(method.key, before)).toBe(200)
    const asked = newAddress()
    for (let count = 0; count < 5; count += 1) await ask(unknownKey(), asked)
    expect(rateRules.unknownMethodKeyInAll).toMatchObject({ burst: 300, minutes: 1 })
    await leaveTokens(test, 'unknownMethodKeyInAll', '', 1)
    expect(await statusOf(unknownKey(), newAddress())).toBe(404)
    // Invented addresses, three keys each: every one of them from another IPv6 site.
    for (let number = 0; number < 3; number += 1) {
      const statuses: number[] = []
      const address = `2001:db8:${(0x100 + number).toString(16)}::1`
      for (let count = 0; count < 5; count += 1) statuses.push(await statusOf(unknownKey(), address))
      expect(statuses).toEqual([404, 404, 404, 429, 429])
    }
    // Whoever has asked for a few already is told the same of both.
    const [known, unknown] = [await ask(other.key, asked), await ask(unknownKey(), asked)]
    expect([known.statusCode, known.body]).toEqual([429, unknown.body])
    expect(unknown.statusCode).toBe(429)
    // A guest who comes gets in, also one who misread the poster before.
    expect(await statusOf(other.key, newAddress())).toBe(200)
    expect(await statusOf(method.key, before)).toBe(200)
    const misreader = newAddress()
    expect(await statusOf(unknownKey(), misreader)).toBe(404)
    expect(await statusOf(other.key, misreader)).toBe(200)
    forward(60)
    expect(await statusOf(other.key, asked)).toBe(200)
  })
})
