import jsQR from 'jsqr'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { makeMethod } from '../../../test/factories.ts'
import { inWorld } from '../../../test/in-world.ts'
import { MODULE_PIXELS } from './get-qr-code.ts'

const here = inWorld()
const admin = () => here.world.tokens['admin A']

const getCode = (id: string, query: string, token = admin()) =>
  here.get(`/sign-in-methods/${id}/qr?${query}`, token)

async function createMethod() {
  const { clientId, siteId } = here.world.a
  return makeMethod(here.test.database.db, clientId, siteId, { name: 'Gate & <Quay>' })
}

/** What a camera reads of a file: tilted, blurred by a JPEG of low quality, and not large. */
async function readPhoto(file: Buffer): Promise<string | undefined> {
  const jpeg = await sharp(file)
    .flatten({ background: '#ffffff' })
    .rotate(5, { background: '#d8d4cc' })
    .resize({ width: 600 })
    .jpeg({ quality: 60 })
    .toBuffer()
  const { data, info } = await sharp(jpeg).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data
}

describe('GET /sign-in-methods/{id}/qr', () => {
  it('has no other formats, and no options of a poster', async () => {
    const { id } = await createMethod()
    for (const query of ['format=pdf', 'format=gif', 'size=a4', 'look=pulse'])
      expect((await getCode(id, query)).statusCode, query).toBe(400)
  })

  it('is refused for a retired method: it has no address', async () => {
    const { id } = await createMethod()
    const retired = await here.test.app.inject({
      method: 'POST',
      url: '/api/sign-in-methods/bulk',
      headers: { authorization: `Bearer ${admin()}` },
      payload: { action: 'retire', ids: [id] },
    })
    expect(retired.json()).toMatchObject({ done: 1 })
    const response = await getCode(id, 'format=svg')
    expect([response.statusCode, response.json().code]).toEqual([422, 'method_retired'])
  })

  it.each([
    ['svg', 'image/svg+xml'],
    ['png', 'image/png'],
  ])('answers a file as %s that is read as the address of the method', async (format, type) => {
    const { id, key } = await createMethod()
    const response = await getCode(id, `format=${format}`)
    expect(response.headers['content-type']).toBe(type)
    expect(response.headers['content-disposition']).toBe(`attachment; filename="qr-${key}.${format}"`)
    expect(response.headers['x-content-type-options']).toBe('nosniff')
    expect(await readPhoto(response.rawPayload)).toBe(`https://gatehouse.example/${key}`)
  })

  it('answers an SVG without a format, and needs no font or other file for it', async () => {
    const { id } = await createMethod()
    const { headers, body } = await getCode(id, '')
    expect(headers['content-type']).toBe('image/svg+xml')
    expect(body).not.toMatch(/<text|font|href|style/)
  })

  it('keeps four light modules around the code', async () => {
    const { id } = await createMethod()
    const png = (await getCode(id, 'format=png')).rawPayload
    const { width } = await sharp(png).metadata()
    const { info } = await sharp(png).trim({ background: '#fff' }).toBuffer({ resolveWithObject: true })
    const quiet = 4 * MODULE_PIXELS
    expect([info.trimOffsetLeft, info.trimOffsetTop]).toEqual([-quiet, -quiet])
    expect([info.width, info.height]).toEqual([width - 2 * quiet, width - 2 * quiet])
  })
})
