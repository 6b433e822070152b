import { access, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { limits } from '@gatehouse/validation/limits'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { makeClient } from '../../../test/factories.ts'
import { freshIp, makeMember, signIn } from '../../../test/staff.ts'
import { openSuperuserConnection } from '../../../test/superuser.ts'

let test: TestApp
let sql: ReturnType<typeof openSuperuserConnection>
let userId: string
let foreignId: string
let token: string

beforeAll(async () => {
  test = await buildTestApp()
  sql = openSuperuserConnection(test.database)
})
afterAll(() => test.close())
beforeEach(async () => {
  const { id } = await makeClient(test.database.db)
  token = (await signIn(test, await makeMember(test, id, { admin: true }))).token
  userId = (await makeMember(test, id)).id
  foreignId = (await makeMember(test, (await makeClient(test.database.db)).id)).id
})

const ask = (method: 'GET' | 'PUT' | 'DELETE', file?: { type: string; bytes: Buffer }, id = userId) =>
  test.app.inject({
    method,
    url: `/api/users/${id}/photo`,
    remoteAddress: freshIp(),
    headers: { authorization: `Bearer ${token}`, ...(file && { 'content-type': file.type }) },
    ...(file && { payload: file.bytes }),
  })
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 30 } } })
const photo = async () => ({ type: 'image/jpeg', bytes: await picture(400, 300).jpeg().toBuffer() })

/** A chunk of a PNG. */
function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** A PNG of one colour that is small as a file, however large it is as a picture. */
function flatPng(side: number, ...chunks: Buffer[]): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side)
  head.writeUInt32BE(side, 4)
  head.set([1, 0, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * side))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    ...chunks,
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

describe('a photo', () => {
  it('is not taken for a user of another client, nor shown', async () => {
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      const file = method === 'PUT' ? await photo() : undefined
      const foreign = await ask(method, file, foreignId)
      expect(foreign.statusCode).toBe(404)
      expect(foreign.body).toBe((await ask(method, file, crypto.randomUUID())).body)
    }
  })

  it('that is none is refused with a sentence', async () => {
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>',
    )
    const animated = await sharp(Buffer.concat([Buffer.alloc(64 * 64 * 3), Buffer.alloc(64 * 64 * 3, 255)]), {
      raw: { width: 64, height: 128, channels: 3, pageHeight: 64 },
    })
      .webp({ loop: 0 })
      .toBuffer()
    const still = await picture(40, 40).jpeg().toBuffer()
    const cases: [string, { type: string; bytes: Buffer }, number, string][] = [
      ['JSON', { type: 'application/json', bytes: Buffer.from('{}') }, 415, 'unsupported_media_type'],
      ['GIF', { type: 'image/gif', bytes: Buffer.from('GIF89a') }, 415, 'unsupported_media_type'],
      ['CSV', { type: 'text/csv', bytes: Buffer.from('a,b') }, 415, 'unsupported_media_type'],
      ['SVG under another name', { type: 'image/png', bytes: svg }, 415, 'photo_type'],
      ['a lie', { type: 'image/png', bytes: still }, 415, 'photo_type'],
      ['nothing', { type: 'image/png', bytes: Buffer.alloc(0) }, 415, 'photo_type'],
      ['an animated WebP', { type: 'image/webp', bytes: animated }, 422, 'photo_animated'],
      [
        'an animated PNG',
        { type: 'image/png', bytes: flatPng(8, chunk('acTL', Buffer.alloc(8))) },
        422,
        'photo_animated',
      ],
      ['a bomb', { type: 'image/png', bytes: flatPng(20_000) }, 422, 'photo_too_many_pixels'],
      ['half a file', { type: 'image/jpeg', bytes: still.subarray(0, 200) }, 422, 'photo_unreadable'],
      [
        'too many bytes',
        { type: 'image/png', bytes: Buffer.alloc(limits.photo.bytes + 1) },
        413,
        'payload_too_large',
      ],
    ]
    for (const [name, file, status, code] of cases) {
      const response = await ask('PUT', file)
      expect(response.statusCode, name).toBe(status)
      expect(response.json(), name).toMatchObject({ code, message: expect.stringMatching(/\.$/) })
    }
    expect((await ask('GET')).statusCode).toBe(204)
  })

  it.each(['jpeg', 'png', 'webp'] as const)(
    'as %s is stored as a small square without what the camera wrote',
    async (format) => {
      const tagged = picture(900, 600).withExif({
        IFD0: { Copyright: 'a canary' },
        IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '33/1 51/1 0/1' },
      })
      const bytes = await tagged.toFormat(format).toBuffer()
      expect((await sharp(bytes).metadata()).exif).toBeDefined()
      expect((await ask('PUT', { type: `image/${format}`, bytes })).statusCode).toBe(204)
      const response = await ask('GET')
      expect(response.headers['content-type']).toBe('image/webp')
      const { exif, width, height } = await sharp(response.rawPayload).metadata()
      expect({ exif, width, height }).toEqual({
        exif: undefined,
        width: limits.photo.side,
        height: limits.photo.side,
      })
      expect(response.rawPayload.toString('latin1')).not.toContain('canary')
      expect((await ask('DELETE')).statusCode).toBe(204)
    },
  )

  it('takes the place of the earlier one, whose file goes, and is recorded', async () => {
    expect((await ask('PUT', await photo())).statusCode).toBe(204)
    const [first] = await sql`select photo_key from users where id = ${userId}`
    const other = { type: 'image/png', bytes: await picture(80, 80).negate().png().toBuffer() }
    expect((await ask('PUT', other)).statusCode).toBe(204)
    expect(await test.photos.find(String(first?.['photo_key']))).toBeNull()
    expect((await ask('DELETE')).statusCode).toBe(204)
    expect((await ask('GET')).statusCode).toBe(204)
    const entries =
      await sql`select action, details from audit_entries where target_id = ${userId} order by id`
    const told = (before: boolean, after: boolean) => ({
      before: { has_photo: before },
      after: { has_photo: after },
    })
    expect(entries).toEqual([
      { action: 'user.photo_changed', details: told(false, true) },
      { action: 'user.photo_changed', details: told(true, true) },
      { action: 'user.photo_deleted', details: told(true, false) },
    ])
  })

  describe('whose store cannot be written to', () => {
    const fileOf = async () => {
      const [row] = await sql`select photo_key from users where id = ${userId}`
      return join(test.config.dataDir, 'storage', String(row?.['photo_key']))
    }
    /** A folder in place of the file, which no program deletes as a file. */
    async function blockFile(): Promise<string> {
      const file = await fileOf()
      await rm(file)
      await mkdir(file)
      return file
    }

    it('gets 503 with a time to wait, and is stored with the next attempt', async () => {
      const storage = join(test.config.dataDir, 'storage')
      await rm(storage, { recursive: true, force: true })
      await writeFile(storage, '')
      const refused = await ask('PUT', await photo())
      await rm(storage)
      expect(refused.statusCode).toBe(503)
      expect(refused.headers['retry-after']).toBe('10')
      expect(refused.json()).toMatchObject({ code: 'unavailable' })
      expect((await ask('GET')).statusCode).toBe(204)
      expect((await ask('PUT', await photo())).statusCode).toBe(204)
    })

    it('is replaced where the earlier file stays', async () => {
      expect((await ask('PUT', await photo())).statusCode).toBe(204)
      await blockFile()
      const other = { type: 'image/png', bytes: await picture(80, 80).negate().png().toBuffer() }
      expect((await ask('PUT', other)).statusCode).toBe(204)
      expect((await ask('GET')).headers['content-type']).toBe('image/webp')
    })

    it('is deleted by the attempt that deletes its file', async () => {
      expect((await ask('PUT', await photo())).statusCode).toBe(204)
      const file = await blockFile()
      expect((await ask('DELETE')).statusCode).toBe(503)
      await rm(file, { recursive: true })
      await writeFile(file, 'the photo')
      expect((await ask('GET')).statusCode).toBe(200)
      expect((await ask('DELETE')).statusCode).toBe(204)
      await expect(access(file)).rejects.toMatchObject({ code: 'ENOENT' })
    })
  })
})
