import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { logoHeights, logoUrl, pictureUrl } from '@gatehouse/validation/brand'
import { limits } from '@gatehouse/validation/limits'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { makeClient, makeMethod, makeSite } from '../../../test/factories.ts'
import { installationScope } from '../../db/scopes.ts'
import { isFull } from '../../../test/runs.ts'
import { freshIp, makeMember, signIn } from '../../../test/staff.ts'
import { findClientOfHost } from './chosen-client.ts'

let test: TestApp
let clientId: string
let siteId: string
let key: string | null
let token: string

beforeAll(async () => {
  test = await buildTestApp({ withPages: true })
  await makeClient(test.database.db, { name: 'Harbour Venues', companyNo: 'HV1-2' })
  await makeClient(test.database.db, { companyNo: 'HV1-3', enabled: false })
})
afterAll(() => test.close())
beforeEach(async () => {
  const { db } = test.database
  clientId = (await makeClient(db, { name: 'Harbour Venues' })).id
  siteId = (await makeSite(db, clientId)).id
  key = (await makeMethod(db, clientId, siteId, { type: 'kiosk' })).key
  token = (await signIn(test, await makeMember(test, clientId, { admin: true }))).token
})

interface File {
  type: string
  bytes: Buffer
}
const ask = (method: 'GET' | 'PUT' | 'PATCH' | 'DELETE', path: string, file?: File) =>
  test.app.inject({
    method,
    url: `/api${path}`,
    remoteAddress: freshIp(),
    headers: { authorization: `Bearer ${token}`, ...(file && { 'content-type': file.type }) },
    ...(file && { payload: file.bytes }),
  })
const svg = (content: string, attributes = 'viewBox="0 0 200 50"'): File => ({
  type: 'image/svg+xml',
  bytes: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`),
})
const bar = '<rect width="200" height="50" fill="#7a1f3d"/>'
const imageOf = async (address: string) => {
  const { statusCode, headers, rawPayload } = await test.app.inject(address)
  expect([statusCode, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
  return rawPayload
}
const configIn = (body: string) =>
  JSON.parse(/id="runtime-config"[^>]*>([^<]*)</.exec(body)?.[1] ?? '{}') as Record<string, unknown>
const storedFiles = async (folder: string) =>
  readdir(join(test.config.dataDir, 'storage', folder)).catch(() => [])

describe('a logo', () => {
  it.each<[string, File, number, string]>([
    ['HTML', { type: 'image/svg+xml', bytes: Buffer.from('<p>svg</p>') }, 415, 'logo_type'],
    ['a JPEG', { type: 'image/jpeg', bytes: Buffer.from([0xff, 0xd8, 0xff]) }, 415, 'unsupported_media_type'],
    ['another type than its own', { type: 'image/png', bytes: svg(bar).bytes }, 415, 'logo_type'],
    ['UTF-16', { type: 'image/svg+xml', bytes: Buffer.from('<svg/>', 'utf16le') }, 415, 'logo_type'],
    ['an image of this machine', svg('<image href="file:///etc/passwd"/>'), 422, 'logo_linked'],
    ['an escaped address', svg('<image href="&#102;ile:///etc/passwd"/>'), 422, 'logo_linked'],
    ['an image elsewhere', svg("<image xlink:href = 'http://h.example/a.png'/>"), 422, 'logo_linked'],
    ['a style sheet', svg('<style>@import "a.css";</style>'), 422, 'logo_linked'],
    ['a font', svg('<style>@font-face{src:url(a.woff)}</style>'), 422, 'logo_linked'],
    ['a picture in it', svg('<x:image xmlns:x="http://www.w3.org/2000/svg" />'), 422, 'logo_linked'],
    [
      'a TIFF with that text',
      { type: 'image/svg+xml', bytes: Buffer.from('II*\0\x08\0\0\0\0\0\0\0\0\0<svg>') },
      422,
      'photo_unreadable',
    ],
    ['an SVG in it', svg('<image href="data:image/svg+xml,%3Csvg/%3E"/>'), 422, 'logo_linked'],
    [
      'entities',
      { ...svg(''), bytes: Buffer.from('<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>') },
      422,
      'logo_linked',
    ],
    ['a wide one', svg(bar, 'width="90000" height="90000"'), 422, 'photo_too_many_pixels'],
    [
      'half an SVG',
      { ...svg(''), bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><rect') },
      422,
      'photo_unreadable',
    ],
  ])('that is %s is refused', async (_, file, status, code) => {
    const response = await ask('PUT', `/client/${clientId}/logo`, file)
    expect([response.statusCode, response.json()]).toEqual([
      status,
      expect.objectContaining({ code, message: expect.stringMatching(/\.$/) as string }),
    ])
    expect(await storedFiles(`logos/${clientId}`)).toEqual([])
  })

  if (isFull)
    it('that takes too long to draw is refused', async () => {
      const text = svg(`<text>${'a'.repeat(100_000)}</text>`)
      const response = await ask('PUT', `/client/${clientId}/logo`, text)
      expect([response.statusCode, response.json().code]).toEqual([422, 'photo_unreadable'])
    }, 30_000)

  it('of noise, which cannot be stored in the size, is refused', async () => {
    const pixels = createHash('shake256', { outputLength: 1200 * 240 * 3 }).digest()
    const bytes = await sharp(pixels, { raw: { width: 1200, height: 240, channels: 3 } })
      .png()
      .toBuffer()
    const response = await ask('PUT', `/client/${clientId}/logo`, { type: 'image/png', bytes })
    expect([response.statusCode, response.json().code]).toEqual([422, 'logo_too_detailed'])
    expect(await storedFiles(`logos/${clientId}`)).toEqual([])
  })

  it.each<[string, number, () => Promise<File>]>([
    ['SVG', 240, async () => svg(`${bar}<script>alert(1)</script>`)],
    [
      'PNG',
      200,
      async () => ({
        type: 'image/png',
        bytes: await sharp(svg(bar, 'width="800" height="200"').bytes).png().toBuffer(),
      }),
    ],
    [
      'WebP',
      200,
      async () => ({
        type: 'image/webp',
        bytes: await sharp(svg(bar, 'width="800" height="200"').bytes).webp().toBuffer(),
      }),
    ],
  ])('as %s is drawn in three heights and shown on guest pages', async (_, highest, file) => {
    const { statusCode, body } = await ask('PUT', `/client/${clientId}/logo`, await file())
    const { logo } = JSON.parse(body) as { logo: string }
    expect([statusCode, logo]).toEqual([200, expect.stringContaining(`logos/${clientId}/`)])
    let total = 0
    for (const height of logoHeights) {
      const bytes = await imageOf(logoUrl(logo, height))
      total += bytes.byteLength
      expect(await sharp(bytes).metadata()).toMatchObject({
        format: 'png',
        height: Math.min(height, highest),
        width: 4 * Math.min(height, highest),
      })
    }
    expect(total).toBeLessThanOrEqual(limits.logo.storedBytes)
    const page = await test.app.inject(`/${key}`)
    expect(configIn(page.body)['brand']).toEqual({ name: 'Harbour Venues', logo })
  })

  it('replaces the one before, whose files go, and is deleted', async () => {
    await ask('PUT', `/client/${clientId}/logo`, svg(bar))
    const second = await ask('PUT', `/client/${clientId}/logo`, svg('<circle r="20" cx="100" cy="25"/>'))
    expect(await storedFiles(`logos/${clientId}`)).toHaveLength(3)
    const { logo } = second.json<{ logo: string }>()
    const deleted = await ask('DELETE', `/client/${clientId}/logo`)
    expect([deleted.statusCode, deleted.json().logo]).toEqual([200, null])
    expect(await storedFiles(`logos/${clientId}`)).toEqual([])
    expect((await test.app.inject(logoUrl(logo, 40))).statusCode).toBe(404)
  })

  it('named by the row is there, whatever else was sent at the same time', async () => {
    const send = (content: string) => ask('PUT', `/client/${clientId}/logo`, svg(content))
    await Promise.all([send(bar), ask('DELETE', `/client/${clientId}/logo`), send(bar)])
    await Promise.all([send('<circle r="9" cx="9" cy="9"/>'), send(bar)])
    const { logo } = (await ask('GET', '/client/me')).json<{ logo: string }>()
    for (const height of logoHeights) await imageOf(logoUrl(logo, height))
    expect(await storedFiles(`logos/${clientId}`)).toHaveLength(3)
  })

  it('is in emails, with the accent colour', async () => {
    const { logo } = (await ask('PUT', `/client/${clientId}/logo`, svg(bar))).json<{ logo: string }>()
    const accent = { type: 'application/json', bytes: Buffer.from('{"accent":"#7A1F3D"}') }
    const changed = await ask('PATCH', `/client/${clientId}`, accent)
    expect(changed.json()).toMatchObject({ accent: '#7a1f3d', logo })
    const member = await makeMember(test, clientId)
    test.mails.length = 0
    await test.app.inject({
      method: 'POST',
      url: '/api/password/forgot',
      remoteAddress: freshIp(),
      payload: { email: member.email },
    })
    await test.deliver()
    const [mail] = test.mails
    expect(mail?.html).toContain('background:#7a1f3d')
    expect(mail?.html).toContain('src="cid:logo"')
    const [attachment] = mail?.attachments ?? []
    expect(attachment).toMatchObject({ cid: 'logo', contentType: 'image/png' })
    expect(attachment?.content.equals(await imageOf(logoUrl(logo, 80)))).toBe(true)
  })
})

it.each([
  [' HV 1-2', true],
  ['hv1-2', true],
  ['HV1-3', false],
  ['HV1-4', false],
])('the client of a host is found by its company number %j', async (written, isFound) => {
  const { db } = test.database
  const found = await findClientOfHost(db, installationScope(), written)
  expect(found).toEqual(
    isFound ? { brand: { name: 'Harbour Venues', logo: null }, accent: null, look: 'presence' } : undefined,
  )
})

describe('the picture of a site', () => {
  it('is shown on its kiosks, and deleted', async () => {
    const bytes = await sharp({ create: { width: 3000, height: 1000, channels: 3, background: '#456' } })
      .withExif({ IFD0: { Artist: 'Camera' } })
      .jpeg()
      .toBuffer()
    const { body } = await ask('PUT', `/sites/${siteId}/picture`, { type: 'image/jpeg', bytes })
    const { picture } = JSON.parse(body) as { picture: string }
    const page = configIn((await test.app.inject(`/${key}`)).body)
    expect(page['venue']).toMatchObject({ picture: pictureUrl(picture) })
    const stored = await sharp(await imageOf(pictureUrl(picture))).metadata()
    expect([stored.format, stored.width, stored.exif]).toEqual(['webp', 1600, undefined])
    const deleted = await ask('DELETE', `/sites/${siteId}/picture`)
    expect(deleted.json().picture).toBeNull()
    expect((await test.app.inject(pictureUrl(picture))).statusCode).toBe(404)
  })
})

it.each([
  '/_images/',
  '/_images/photos/a/b/c.webp',
  '/_images/logos/../photos/a.png',
  '/_images/logos/..%2F..%2Fphotos/x.png',
  `/_images/logos/${crypto.randomUUID()}/${'a'.repeat(24)}-40.png`,
])('no other file is an image for everyone: %s', async (path) => {
  expect((await test.app.inject(path)).statusCode).toBe(404)
})
