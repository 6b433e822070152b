import { gunzipSync } from 'node:zlib'
import { endpoints } from '@gatehouse/validation/endpoints/all'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { groupOf, groupsOf, referenceGroups } from './groups.ts'

describe('the groups', () => {
  it.each([
    ['/checkin/machine-data', 'Guests'],
    ['/me', 'Account'],
    ['/me/verify-email/:token', 'Account'],
    ['/me/sessions/:id', 'Sessions and devices'],
    ['/me/notifications', 'Notifications'],
  ])('%s is in %s', (path, group) => expect(groupOf(path)).toBe(group))

  it.each([
    ['/checkins', 'Checkins'],
    ['/wind-vanes/:id', 'Wind vanes'],
  ])('%s, which the table does not name, is in %s', (path, group) => expect(groupOf(path)).toBe(group))

  it('that the table does not name follow the others', () => {
    expect(groupsOf(['/zebras', '/presence', '/access_log', '/login']).map(({ name }) => name)).toEqual([
      'Sign-in',
      'People on site',
      'Access log',
      'Zebras',
    ])
  })

  it('of the table are all used', () => {
    const used = new Set(Object.values(endpoints).map(({ path }) => groupOf(path)))
    expect(referenceGroups.filter(({ name }) => !used.has(name))).toEqual([])
  })
})

describe('the reference', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await buildTestApp()
  })
  afterAll(() => test.close())

  it('lists the groups of the table in order, the others after them, and each call under one of them', async () => {
    const document = (await test.app.inject('/api/openapi.json')).json<{
      tags: { name: string }[]
      paths: Record<string, Record<string, { tags: string[] }>>
    }>()
    const names = document.tags.map(({ name }) => name)
    const ordered = referenceGroups.map(({ name }) => name)
    expect(names.slice(0, ordered.length)).toEqual(ordered)
    const calls = Object.values(document.paths).flatMap((methods) => Object.values(methods))
    expect(calls).toHaveLength(Object.keys(endpoints).length)
    for (const { tags } of calls) expect(names).toEqual(expect.arrayContaining(tags))
  })

  it('is one document, packed where the caller reads that, and not sent again to whoever has it', async () => {
    const get = (headers = {}) => test.app.inject({ url: '/api/openapi.json', headers })
    const plain = await get()
    const packed = await get({ 'accept-encoding': 'gzip, br' })
    expect(packed.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body)
    expect((await get({ 'if-none-match': String(plain.headers['etag']) })).statusCode).toBe(304)
  })

  it('has the colours of the product, and runs no script from elsewhere', async () => {
    const page = await test.app.inject('/api/docs')
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('/api/docs/static/theme/gatehouse.css')
    expect(page.headers['content-security-policy']).toContain("script-src 'self';")
    const styles = await test.app.inject('/api/docs/static/theme/gatehouse.css')
    expect(styles.headers['content-type']).toContain('text/css')
    expect(styles.body).toContain('--accent: #015c5d')
  })
})
