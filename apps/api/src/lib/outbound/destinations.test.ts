import { describe, expect, it } from 'vitest'
import { createDestinations, type DestinationRules, readAllowedDestination } from './destinations.ts'

const names: Record<string, string[]> = {
  'receiver.example': ['198.35.26.96', '2620:0:862:ed1a::1'],
  'inside.example': ['10.2.3.4'],
  'half.example': ['198.35.26.96', '10.2.3.4'],
  'mapped.example': ['::ffff:10.2.3.4'],
  'nowhere.example': [],
  'database.example': ['198.35.26.97'],
  'beside.example': ['198.35.26.97'],
  'self.example': ['198.35.26.98'],
  localhost: ['127.0.0.1', '::1'],
}

function destinations(allowed: readonly string[] = [], rules: Partial<DestinationRules> = {}) {
  return createDestinations({
    allowed: allowed.map((text) => {
      const one = readAllowedDestination(text)
      if (!one) throw new Error(`${text} cannot be read`)
      return one
    }),
    ownServices: [
      { host: 'database.example', port: 5432 },
      { host: '10.2.3.9', port: 5433 },
      { host: 'away.example', port: 1 },
    ],
    ownHost: 'gatehouse.example',
    resolveName: (name) =>
      names[name] ? Promise.resolve(names[name]) : Promise.reject(new Error('ENOTFOUND')),
    ownAddresses: () => ['198.35.26.98', 'fe80::1%eth0'],
    ...rules,
  })
}

const resolve = (url: string, allowed: readonly string[] = []) =>
  destinations(allowed)
    .resolve(new URL(url))
    .catch((error: unknown) => (error as { code?: string }).code ?? (error as Error).message)

describe('an address that nobody has allowed', () => {
  it.each([
    // The network itself, its ends, and well-known services inside it.
    '0.0.0.0',
    '0.255.255.255',
    '10.0.0.1',
    '10.255.255.255',
    '100.64.0.1',
    '100.100.100.200',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.254',
    '168.63.129.16',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.192',
    '192.0.2.1',
    '192.168.0.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '[::]',
    '[::1]',
    '[::127.0.0.1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:a9fe:a9fe]',
    '[64:ff9b::127.0.0.1]',
    '[64:ff9b::a9fe:a9fe]',
    '[64:ff9b:1::1]',
    '[100::1]',
    '[2001::1]',
    '[2001:db8::1]',
    '[2002:7f00:1::]',
    '[fc00::1]',
    '[fd00:ec2::254]',
    '[fe80::1]',
    '[fec0::1]',
    '[ff02::1]',
    '[4000::1]',
    // Other spellings.
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '127.1',
    '127.0.0.1.',
    '①②⑦.0.0.1',
  ])('%s is private', async (host) => {
    expect(await resolve(`https://${host}/`)).toBe('private_address')
    expect(destinations().findFault(new URL(`https://${host}:8443/`))).toBe('private_address')
  })
  it.each(['9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '172.15.255.255', '172.32.0.0'])(
    '%s is public',
    async (host) => expect(await resolve(`https://${host}/`)).toEqual([host]),
  )
  it.each([
    ['[2620:0:862:ed1a::1]', '2620:0:862:ed1a::1'],
    ['[64:ff9b::8.8.8.8]', '64:ff9b::808:808'],
  ])('%s is public', async (host, address) => expect(await resolve(`https://${host}/`)).toEqual([address]))

  it.each(['inside.example', 'half.example', 'mapped.example', 'localhost', 'LOCALHOST.'])(
    '%s leads to a private one',
    async (host) => expect(await resolve(`https://${host}/`)).toBe('private_address'),
  )
  it.each(['database.example', 'beside.example', 'self.example', 'gatehouse.example', 'gatehouse.example.'])(
    '%s is one of the installation',
    async (host) => expect(await resolve(`https://${host}/`)).toBe('private_address'),
  )
  it('is resolved once', async () => {
    const asked: string[] = []
    const rules = {
      ownServices: [],
      resolveName: (name: string) => {
        asked.push(name)
        return Promise.resolve(asked.length === 1 ? ['198.35.26.96'] : ['127.0.0.1'])
      },
    }
    expect(await destinations([], rules).resolve(new URL('https://rebinding.example/'))).toEqual([
      '198.35.26.96',
    ])
    expect(asked).toEqual(['rebinding.example'])
  })
  it('needs a name that is found', async () => {
    expect(await resolve('https://nowhere.example/')).toBe('name_not_found')
    expect(await resolve('https://unknown.example/')).toBe('ENOTFOUND')
    expect(await resolve('https://receiver.example/')).toEqual(names['receiver.example'])
  })
  it.each([
    ['http://receiver.example/', 'https_required'],
    ['http://receiver.example:443/', 'https_required'],
    ['https://receiver.example:80/', 'port_refused'],
    ['https://receiver.example:25/', 'port_refused'],
    ['https://receiver.example:1023/', 'port_refused'],
    ['https://receiver.example:0/', 'port_refused'],
  ])('is not called at %s', async (url, fault) => {
    expect(destinations().findFault(new URL(url))).toBe(fault)
    expect(await resolve(url)).toBe(fault)
  })
  it.each(['https://receiver.example:443/', 'https://receiver.example:1024/'])('may be called at %s', (url) =>
    expect(destinations().findFault(new URL(url))).toBeUndefined(),
  )
})

describe('what the operator allows', () => {
  it('as a network is called at its addresses, over http and at any port too', async () => {
    const networks = ['10.2.0.0/16', '::1', '127.0.0.1/32']
    expect(await resolve('http://10.2.3.4:81/', networks)).toEqual(['10.2.3.4'])
    expect(await resolve('http://[::1]/', networks)).toEqual(['::1'])
    expect(await resolve('http://[::ffff:10.2.3.4]/', networks)).toEqual(['::ffff:a02:304'])
    expect(await resolve('https://inside.example/', networks)).toEqual(['10.2.3.4'])
    expect(await resolve('https://half.example/', networks)).toEqual(names['half.example'])
    expect(await resolve('https://localhost/', networks)).toEqual(['127.0.0.1', '::1'])
    expect(await resolve('http://inside.example/', networks)).toBe('https_required')
    expect(await resolve('https://10.3.0.1/', networks)).toBe('private_address')
    expect(await resolve('https://[::2]/', networks)).toBe('private_address')
  })
  it('as a host is called by this name alone', async () => {
    const hosts = ['Inside.example']
    expect(await resolve('http://inside.example:81/', hosts)).toEqual(['10.2.3.4'])
    expect(await resolve('https://half.example/', hosts)).toBe('private_address')
    expect(await resolve('https://10.2.3.4/', hosts)).toBe('private_address')
    expect(await resolve('https://not.inside.example/', hosts)).toBe('ENOTFOUND')
  })
  it('never includes the port of the database, nor the installation itself', async () => {
    const all = ['0.0.0.0/0', '::/0', 'database.example', 'gatehouse.example']
    expect(await resolve('http://database.example:5432/', all)).toBe('private_address')
    expect(await resolve('http://198.35.26.97:5432/', all)).toBe('private_address')
    expect(await resolve('http://10.2.3.9:5433/', all)).toBe('private_address')
    expect(await resolve('http://[::ffff:10.2.3.9]:5433/', all)).toBe('private_address')
    expect(await resolve('http://10.2.3.9:5434/', all)).toEqual(['10.2.3.9'])
    expect(await resolve('https://gatehouse.example/', all)).toBe('private_address')
  })
  it.each([
    '',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0/8',
    '127.1',
    'a b',
    '*.example',
    '-a.example',
    'a:80',
    'https://a.example',
    'fd00::/129',
  ])('is never read from "%s"', (text) => expect(readAllowedDestination(text)).toBeUndefined())
})
