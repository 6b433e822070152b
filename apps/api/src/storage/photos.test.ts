import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Config } from '../config/config.ts'
import { createPhotoStore, type PhotoStore } from './photos.ts'

let folder: string
let server: S3rver
let settings: NonNullable<Config['s3']>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-photos-'))
  server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(folder, 's3'),
    configureBuckets: [{ name: 'photos', configs: [] }],
  })
  const { port } = await server.run()
  settings = {
    bucket: 'photos',
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  }
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

describe.each(['folder', 'S3'])('photos in a store: %s', (kind) => {
  let store: PhotoStore
  beforeAll(async () => {
    store = createPhotoStore(folder, kind === 'S3' ? settings : undefined)
  })
  const bytes = (text: string) => new TextEncoder().encode(text)

  it('are listed for a backup with the logos and pictures, and nothing has a name that is not', async () => {
    const photo = await store.save('client', 'zoe', bytes('one'))
    const images = ['logos/client/0a1b-40.png', 'pictures/site/0a1b.webp', 'image-store-id']
    for (const name of images) await store.saveImage(name, bytes('image'))
    const listed = await Array.fromAsync(store.list())
    expect(listed).toEqual(expect.arrayContaining([photo, ...images]))
    for (const name of ['plans/site/a.png', 'a.png', '../logos/a/b.png'])
      await expect(store.saveImage(name, bytes('image'))).rejects.toThrow('must not be named')
    await store.remove('client', 'zoe')
  })

  it('are found by their key until they are deleted', async () => {
    const one = await store.save('client', 'ana', bytes('one'))
    const two = await store.save('client', 'ana', bytes('two'))
    const other = await store.save('client', 'bob', bytes('three'))
    expect(one).not.toBe(two)
    expect(Buffer.from((await store.find(one))?.bytes ?? []).toString()).toBe('one')
    await store.removeOne(one)
    expect(await store.find(one)).toBeNull()
    expect(await store.find(two)).toMatchObject({ type: 'image/webp' })
    await store.remove('client', 'ana')
    expect(await store.find(two)).toBeNull()
    expect(await store.find(other)).not.toBeNull()
  })
})

describe.each(['403', '503', 'no bucket', 'a folder that cannot be used'])(
  'a store that answers: %s',
  (kind) => {
    let store: PhotoStore
    let refusing: Server | undefined
    beforeAll(async () => {
      if (kind === 'a folder that cannot be used') {
        const dataDir = await mkdtemp(join(folder, 'data-'))
        await writeFile(join(dataDir, 'storage'), 'not a folder')
        store = createPhotoStore(dataDir)
      } else if (kind === 'no bucket') store = createPhotoStore(folder, { ...settings, bucket: 'elsewhere' })
      else {
        refusing = createServer((_, response) => response.writeHead(Number(kind)).end()).listen(
          0,
          '127.0.0.1',
        )
        await once(refusing, 'listening')
        const { port } = refusing.address() as AddressInfo
        store = createPhotoStore(folder, { ...settings, endpoint: `http://127.0.0.1:${port}` })
      }
    })
    afterAll(() => void refusing?.close())

    const key = 'photos/client/ana/x.webp'
    it.each<[string, (photos: PhotoStore) => Promise<unknown>]>([
      ['find', (photos) => photos.find(key)],
      ['save', (photos) => photos.save('client', 'ana', new Uint8Array(1))],
      ['remove one', (photos) => photos.removeOne(key)],
      ['remove all', (photos) => photos.remove('client', 'ana')],
    ])('is unavailable for: %s', async (_, call) => {
      await expect(call(store)).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 10 })
    })
  },
)
