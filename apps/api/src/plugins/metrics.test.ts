import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { makeClient, makeMethod, makeSite } from '../../test/factories.ts'

const token = 'a token of sixteen'.replaceAll(' ', '-')
let open: TestApp
let guarded: TestApp
beforeAll(async () => {
  open = await buildTestApp({ withPages: true })
  guarded = await buildTestApp({ settings: { METRICS_TOKEN: token } })
})
afterAll(() => Promise.all([open.close(), guarded.close()]))

const scrape = ({ app }: TestApp, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  app.inject({ url: '/metrics', headers, remoteAddress })

/** The value of a sample; undefined where there is none. */
const valueOf = (text: string, sample: string): number | undefined => {
  const line = text.split('\n').find((one) => one.startsWith(`${sample} `))
  return line === undefined ? undefined : Number(line.slice(sample.length + 1))
}

describe('GET /metrics', () => {
  it.each([
    ['another machine', {}, '203.0.113.5'],
    ['a proxy on this machine', { 'x-forwarded-for': '203.0.113.5' }, '127.0.0.1'],
    ['a proxy that says nothing of the address', { via: '1.1 proxy' }, '::1'],
    ['a proxy that names only the host', { 'x-forwarded-host': 'gate.example.org' }, '127.0.0.1'],
    ['a proxy of a content network', { 'cf-connecting-ip': '203.0.113.5' }, '127.0.0.1'],
    ['a proxy that passes on the host', { host: 'gate.example.org' }, '127.0.0.1'],
    ['a sent token where none is set', { authorization: `Bearer ${token}` }, '203.0.113.5'],
  ])('is not found by %s', async (_, headers: Record<string, string>, address) => {
    const { statusCode, headers: sent } = await scrape(open, headers, address)
    expect([statusCode, sent['content-type']]).toEqual([404, 'application/json; charset=utf-8'])
  })

  it.each([{}, { authorization: 'Bearer wrong' }, { authorization: `Basic ${token}` }])(
    'asks other machines for the token: %j',
    async (headers: Record<string, string>) => {
      expect((await scrape(guarded, headers, '203.0.113.5')).statusCode).toBe(401)
    },
  )

  it.each(['127.0.0.1', '127.8.0.1', '::1', '::ffff:127.0.0.1'])('is open to %s', async (address) => {
    for (const app of [open, guarded]) expect((await scrape(app, {}, address)).statusCode).toBe(200)
  })

  it('is open to the token from anywhere', async () => {
    const { statusCode, headers } = await scrape(guarded, { authorization: `Bearer ${token}` }, '203.0.113.5')
    expect([statusCode, headers['content-type']]).toEqual([200, expect.stringMatching(/^text\/plain/)])
  })

  it('measures responses by route, counts check-ins once, and names no one', async () => {
    const { db } = open.database
    const { id: clientId } = await makeClient(db, { enabled: true })
    const { id: siteId } = await makeSite(db, clientId)
    const method = await makeMethod(db, clientId, siteId)
    const admitted = 'gatehouse_check_ins_total{outcome="admitted"}'
    const before = valueOf((await scrape(open)).payload, admitted) ?? 0
    const person = { firstName: 'Zuleika', lastName: 'Quartermaine', mobile: '0491570156' }
    const payload = { ...person, machineId: method.id }
    const headers = { 'idempotency-key': crypto.randomUUID() }
    for (let call = 0; call < 2; call += 1) {
      const { statusCode } = await open.app.inject({ method: 'POST', url: '/api/checkin', payload, headers })
      expect(statusCode).toBe(200)
    }
    const text = (await scrape(open)).payload
    expect((valueOf(text, admitted) ?? 0) - before).toBe(1)
    const duration = 'http_request_duration_seconds_count'
    expect(valueOf(text, `${duration}{method="POST",route="/api/checkin",status_code="200"}`)).toBe(2)
    expect(text).not.toMatch(/Zuleika|Quartermaine|491570156/)
    for (const id of [clientId, siteId, method.id, method.key]) expect(text).not.toContain(id)
  })

  it('reads people, queues, pools and clocks when it is asked', async () => {
    const text = (await scrape(guarded)).payload
    expect(valueOf(text, 'gatehouse_database_up')).toBe(1)
    expect(valueOf(text, 'gatehouse_people_on_site')).toBe(0)
    expect(valueOf(text, 'gatehouse_devices_online')).toBe(0)
    expect(valueOf(text, 'gatehouse_sockets')).toBe(0)
    expect(valueOf(text, 'gatehouse_queue_waiting{queue="mail"}')).toBe(0)
    expect(valueOf(text, 'gatehouse_queue_oldest_seconds{queue="webhook"}')).toBe(0)
    expect(valueOf(text, 'gatehouse_database_waiting{pool="guests"}')).toBe(0)
    expect(valueOf(text, 'gatehouse_clock_offset_seconds')).toBeTypeOf('number')
    expect(valueOf(text, 'gatehouse_backup_age_seconds')).toBeUndefined()
  })

  it('has every metric of the alert rules and the dashboard', async () => {
    const folder = join(import.meta.dirname, '../../../../infra/monitoring')
    const files = ['alerts.yml', 'grafana-dashboard.json'].map((name) => readFile(join(folder, name), 'utf8'))
    const used = new Set((await Promise.all(files)).join('\n').match(/\b(?:gatehouse|http)_[a-z_]+/g))
    const text = (await scrape(open)).payload
    const served = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name, type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`] : [name],
    )
    expect([...used].filter((name) => !served.includes(name))).toEqual([])
    expect(used.size).toBeGreaterThan(10)
  })

  it.each(['/healthz', '/status', '/health', '/readyz/', '/HEALTHZ'])(
    'does not answer a probe of %s with a page',
    async (url) => {
      const { statusCode } = await open.app.inject({ url, headers: { accept: 'text/html' } })
      expect(statusCode).toBe(404)
    },
  )
})
