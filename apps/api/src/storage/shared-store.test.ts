import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
import { openDataKey } from '../db/data-key.ts'
import { createPhotoStore } from './photos.ts'
import { hasSharedStore } from './shared-store.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  await openDataKey(database.ownerUrl, [randomBytes(32).toString('base64url')])
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-shared-store-'))
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

test('a node with another folder of images is found, and one with the same folder is not', async () => {
  const storeIn = (name: string) => createPhotoStore(join(folder, name))
  const check = (name: string) => hasSharedStore(database.ownerUrl, storeIn(name))
  expect(await check('shared')).toBe(true)
  expect(await check('shared')).toBe(true)
  expect(await check('other')).toBe(false)
  // Somebody copies the folder of another installation.
  await storeIn('copied').saveImage('image-store-id', Buffer.from('of another installation'))
  expect(await check('copied')).toBe(false)
  expect(await check('shared')).toBe(true)
})
