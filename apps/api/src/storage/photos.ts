import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { EndpointImage } from '@gatehouse/validation/endpoint'
import { Disk, errors } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'

export interface PhotoStore {
  /** Stores an image (256 px WebP) and returns its key. */
  save(clientId: string, userId: string, bytes: Uint8Array): Promise<string>
  /** The image with this key, or null where it does not exist. */
  find(key: string): Promise<EndpointImage | null>
  /** Deletes every image of a person, earlier ones too. */
  remove(clientId: string, userId: string): Promise<void>
}

/** Creates a store of photos of people: one file each, named by a hash of its content. */
export function createPhotoStore(dataDir: string): PhotoStore {
  const disk = new Disk(new FSDriver({ location: join(dataDir, 'storage'), visibility: 'private' }))
  return {
    async save(clientId, userId, bytes) {
      const version = createHash('sha256').update(bytes).digest('hex').slice(0, 24)
      const key = `photos/${clientId}/${userId}/${version}.webp`
      await disk.put(key, bytes)
      return key
    },
    remove: (clientId, userId) => disk.deleteAll(`photos/${clientId}/${userId}`),
    async find(key) {
      try {
        const version = /([\da-f]{24})\.webp$/.exec(key)?.[1] ?? ''
        return { type: 'image/webp', bytes: await disk.getBytes(key), version }
      } catch (error) {
        if (error instanceof errors.E_CANNOT_READ_FILE) return null
        throw error
      }
    },
  }
}
