import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { ipv6PrefixOf, clientIpOf } from './client-ip.ts'

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:ffff:cb00:7107', '203.0.113.7'],
  ['0000:0000:0000:0000:0000:FFFF:203.0.113.7', '203.0.113.7'],
  ['::ffff:0:1', '0.0.0.1'],
  ['::fffe:203.0.113.7', '0:0:0:0::/64'],
  ['1:2::203.0.113.7', '1:2:0:0::/64'],
  ['1:2:3:4:5:6:203.0.113.7', '1:2:3:4::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['2001:0db8:0001:0002::', '2001:db8:1:2::/64'],
  ['203.0.113.7:4000', '203.0.113.7'],
  ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
  ['203.0.113.007', 'unreadable'],
  ['203.0.113.7:', 'unreadable'],
  ['unknown', 'unreadable'],
  ['_hidden', 'unreadable'],
  ['', 'unreadable'],
  [undefined, 'unreadable'],
])('%s counts as %s', (address, clientIp) => {
  expect(clientIpOf(address)).toBe(clientIp)
})

it.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
  ['203.0.113.7', undefined],
  ['::ffff:203.0.113.7', undefined],
])('%s lies in the prefix %s', (address, prefix) => {
  expect(ipv6PrefixOf(clientIpOf(address))).toBe(prefix)
})

describe('behind several proxies', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await buildTestApp({ settings: { TRUSTED_PROXIES: '10.0.0.0/8,2001:db8:ffff::/48' } })
    test.app.get('/client-ip', ({ ip, ips }) => ({ clientIp: clientIpOf(ip), hops: ips?.length }))
  })
  afterAll(() => test.close())

  it.each([
    ['203.0.113.7:4000, 10.0.0.2:443', '203.0.113.7', 3],
    ['203.0.113.7, 10.0.0.2, 10.0.0.3:443', '203.0.113.7', 4],
    ['[2001:db8::1]:443, [2001:db8:ffff::2]:443', '2001:db8:0:0::/64', 3],
    ['[2001:db8::1], [2001:db8:ffff::2], 10.0.0.2:1', '2001:db8:0:0::/64', 4],
    ['198.51.100.1, 203.0.113.7:4000, 10.0.0.2:443', '203.0.113.7', 3],
    ['203.0.113.7, 10.0.0.2:, 10.0.0.3', 'unreadable', 3],
  ])('X-Forwarded-For: %s counts as %s', async (header, clientIp, hops) => {
    const headers = { 'x-forwarded-for': header }
    const response = await test.app.inject({ url: '/client-ip', headers, remoteAddress: '10.0.0.9' })
    expect(response.json()).toEqual({ clientIp, hops })
  })

  it('a caller that is no proxy names nobody', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.7:4000, 10.0.0.2:443' }
    const response = await test.app.inject({ url: '/client-ip', headers, remoteAddress: '192.0.2.1' })
    expect(response.json()).toEqual({ clientIp: '192.0.2.1', hops: 1 })
  })
})
