import { describe, expect, it } from 'vitest'
import { groupSettings } from './config.ts'
import { readEnvironment } from './env.ts'
import { OperatorError } from '../lib/operator-error.ts'

const key = Buffer.alloc(32, 1).toString('base64url')
const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://gatehouse:secret@db/gatehouse',
  PUBLIC_URL: 'https://gate.example.org/',
  SECRET_KEY: key,
  SESSION_KEYS: key,
}

describe('readEnvironment', () => {
  it('needs nothing to start with', () => {
    expect(readEnvironment({})).toMatchObject({ PORT: 50_000, NODE_ENV: 'development', DATABASE_POOL: 10 })
  })
  it('takes an empty setting as none', () => {
    expect(readEnvironment({ PORT: '', DATABASE_URL: '' })).toMatchObject({ PORT: 50_000 })
  })
  it.each([
    ['postgres://g@db/gatehouse', 'postgres://g@db/gatehouse'],
    ['postgres://g@one,two/gatehouse', 'postgres://g@one,two/gatehouse?target_session_attrs=read-write'],
    [
      'postgres://g:p@one:1,two:2/gatehouse?sslmode=require',
      'postgres://g:p@one:1,two:2/gatehouse?sslmode=require&target_session_attrs=read-write',
    ],
    ['postgres://g@one,two/gatehouse?target_session_attrs=primary', undefined],
  ])('connects to the primary of several hosts: %s', (given, expected) => {
    expect(readEnvironment({ DATABASE_URL: given }).DATABASE_URL).toBe(expected ?? given)
  })
  it.each([
    ['postgres://g:p@db/gatehouse', [['db', 5432]]],
    [
      'postgres://one:1,two:2/gatehouse?a=b',
      [
        ['one', 1],
        ['two', 2],
      ],
    ],
    ['postgres://g@[::1]:6000/gatehouse', [['::1', 6000]]],
    ['postgres:///gatehouse', []],
  ])('calls of other people never reach the database of %s', async (url, hosts) => {
    const environment = readEnvironment({ DATABASE_URL: url, DATA_DIR: '/nowhere' })
    const secrets = {
      secretKey: key,
      earlierSecretKeys: [],
      sessionKeys: [],
      databasePasswords: { owner: '', runtime: '' },
    }
    const { ownServices } = groupSettings(environment, secrets).outbound
    expect(ownServices.map(({ host, port }) => [host, port])).toEqual(hosts)
  })
  it('reads hosts, origins and proxies as lists', () => {
    const read = readEnvironment({
      HOST_LOOKS: 'Pulse.example.org=pulse, bats.example.org = batbooth',
      HOST_CLIENTS: 'Gate.example.org = 60 412 870 135',
      ALLOWED_ORIGINS: 'https://guest.example.org/, https://board.example.org',
      TRUSTED_PROXIES: '10.0.0.0/8',
      OUTBOUND_ALLOWED: '10.20.0.7/16, fd12::1,ERP.internal',
    })
    expect(read.HOST_LOOKS).toEqual([
      ['pulse.example.org', 'pulse'],
      ['bats.example.org', 'batbooth'],
    ])
    expect(read.HOST_CLIENTS).toEqual([['gate.example.org', '60 412 870 135']])
    expect(read.ALLOWED_ORIGINS).toEqual(['https://guest.example.org', 'https://board.example.org'])
    expect(read.TRUSTED_PROXIES).toEqual(['10.0.0.0/8'])
    expect(
      read.OUTBOUND_ALLOWED.map((one) => ('host' in one ? one.host : one.network.map(String).join('/'))),
    ).toEqual(['10.20.0.7/16', 'fd12::1/128', 'erp.internal'])
  })
  it.each([
    ['PORT', 'many'],
    ['PORT', '70000'],
    ['PORT', '0'],
    ['DATABASE_URL', 'mysql://root@db'],
    ['DATABASE_POOL', 'lots'],
    ['DEMO', 'maybe'],
    ['SECRET_KEY', 'tooshort'],
    ['SECRET_KEY', `${key},tooshort`],
    ['SECRET_KEY', `${key},${key},${key}`],
    ['SECRET_KEY', ','],
    ['SESSION_KEYS', 'tooshort'],
    ['HOST_LOOKS', 'gate.example.org=neon'],
    ['HOST_LOOKS', 'gate.example.org'],
    ['HOST_CLIENTS', 'gate.example.org'],
    ['HOST_CLIENTS', 'gate.example.org='],
    ['PUBLIC_URL', 'gate'],
    ['PUBLIC_URL', 'foo:bar'],
    ['PUBLIC_URL', 'ftp://gate.example.org'],
    ['PUBLIC_URL', 'https://gate.example.org/signin'],
    ['PUBLIC_URL', 'https://gate.example.org:99999'],
    ['ALLOWED_ORIGINS', 'everybody'],
    ['LOG_LEVEL', 'loud'],
    ['NODE_ENV', 'prod'],
    ['SUPPORT_URL', 'help'],
    ['OUTBOUND_ALLOWED', '10.20.0.0/33'],
    ['OUTBOUND_ALLOWED', 'erp.internal,https://erp.internal'],
    ['HELP_WIDGET_URL', 'help'],
    ['HELP_WIDGET_URL', 'http://help.example.org/widget.js'],
    ['HELP_WIDGET_URL', 'javascript:alert(1)'],
    ['SESSION_KEYS', `${key},${key},${key}`],
    ['SMTP_URL', 'https://mail.example.org'],
    ['SMTP_URL', 'smtp://user@@:99999999'],
    ['SMTP_URL', 'smtp://a b:25'],
    ['MAIL_FROM', 'Gatehouse'],
    ['MAIL_FROM', 'Gatehouse <a@b.example>\r\nBcc: c@d.example'],
    ['TRUSTED_PROXIES', 'abc'],
    ['TRUSTED_PROXIES', '10.0.0.0/8,10.0.0.0/33'],
    ['METRICS_TOKEN', 'short'],
    ['METRICS_TOKEN', 'a token with blanks in it'],
    ['BREACH_URL', 'somewhere'],
    ['BREACH_URL', 'file:///etc/passwd'],
  ])('refuses %s=%s, naming the setting and not its value', (name, value) => {
    const read = () => readEnvironment({ [name]: value })
    expect(read).toThrow(OperatorError)
    expect(read).toThrow(new RegExp(`^  ${name} must `, 'm'))
  })
  it('reads one SECRET_KEY, or the present and the earlier one', () => {
    const other = Buffer.alloc(32, 2).toString('base64url')
    expect(readEnvironment({ SECRET_KEY: key }).SECRET_KEY).toEqual([key])
    expect(readEnvironment({ SECRET_KEY: `${key}, ${other}` }).SECRET_KEY).toEqual([key, other])
  })
  it('reads where breached passwords are counted, or that nothing may leave', () => {
    expect(readEnvironment({}).BREACH_URL).toMatch(/^https:.*\/range\/$/)
    expect(readEnvironment({ BREACH_URL: 'http://127.0.0.1:9/range' }).BREACH_URL).toBe(
      'http://127.0.0.1:9/range/',
    )
    expect(readEnvironment({ BREACH_URL: 'off' }).BREACH_URL).toBe('off')
  })
  it('wants both logins in one database', () => {
    const DATABASE_URL = 'postgres://owner:p@db/gatehouse?sslmode=require'
    const read = (DATABASE_RUNTIME_URL: string) => readEnvironment({ DATABASE_URL, DATABASE_RUNTIME_URL })
    expect(() => read('postgres://runtime:p@db/postgres')).toThrow(
      '  DATABASE_RUNTIME_URL must name the same database as DATABASE_URL.',
    )
    const runtime = 'postgres://runtime:p@pooler:6432/gatehouse'
    expect(read(runtime).DATABASE_RUNTIME_URL).toBe(runtime)
  })
  it('says everything that is wrong at once', () => {
    expect(() => readEnvironment({ PORT: 'x', DEMO: 'x', LOG_LEVEL: 'x' })).toThrow(
      /PORT[\s\S]*DEMO[\s\S]*LOG_LEVEL/,
    )
  })
  it.each(['DATABASE_URL', 'PUBLIC_URL', 'SECRET_KEY', 'SESSION_KEYS'])(
    'has no default for %s in production',
    (name) => {
      expect(readEnvironment(production)).toMatchObject({ PUBLIC_URL: 'https://gate.example.org' })
      expect(() => readEnvironment({ ...production, [name]: undefined })).toThrow(
        `  ${name} must be set in production.`,
      )
    },
  )
})
