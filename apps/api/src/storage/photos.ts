import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { EndpointImage } from '@gatehouse/validation/endpoint'
import type { FastifyBaseLogger } from 'fastify'
import type { Disk } from 'flydrive'
import type { Config } from '../config/config.ts'
import { AppError, kindOf } from '../lib/app-error.ts'
import { later } from '../lib/later.ts'

export type PhotoStore = ReturnType<typeof createPhotoStore>

/**
 * Creates a store of people's photos: one file each, named by a hash of its content. Without S3
 * they are in the data folder.
 */
export function createPhotoStore(dataDir: string, s3?: Config['s3']) {
  const open = later(() => openDisk(dataDir, s3))
  /** @throws AppError `unavailable` where the store or the folder fails */
  async function use<T>(work: (disk: Disk) => Promise<T>): Promise<T> {
    const { disk, errors } = await open()
    const refusals = [
      errors.E_CANNOT_READ_FILE,
      errors.E_CANNOT_WRITE_FILE,
      errors.E_CANNOT_DELETE_FILE,
      errors.E_CANNOT_DELETE_DIRECTORY,
    ]
    try {
      return await work(disk)
    } catch (error) {
      if (!refusals.some((refusal) => error instanceof refusal)) throw error
      throw new AppError('unavailable', { retryAfterSeconds: RETRY_SECONDS, cause: error })
    }
  }
  return {
    /** Stores a public image, such as a logo, under a name that `list` knows. */
    async saveImage(file: string, bytes: Uint8Array): Promise<void> {
      if (!ownName.test(file)) throw new Error(`An image must not be named ${file}`)
      await use((disk) => disk.put(file, bytes))
    },
    /** Deletes images that nothing names any more. One that can't be deleted does no harm. */
    async removeUnused(files: readonly string[], log: Pick<FastifyBaseLogger, 'warn'>): Promise<void> {
      const removed = await Promise.allSettled(files.map((file) => use((disk) => disk.delete(file))))
      for (const result of removed)
        if (result.status === 'rejected')
          log.warn({ failure: kindOf(result.reason) }, 'an earlier image could not be deleted')
    },
    /** A public image; null for a missing one. */
    findImage: (file: string): Promise<Uint8Array | null> => use((disk) => bytesOf(disk, file)),
    /** Stores an image (256 px WebP) and returns its key. */
    async save(clientId: string, userId: string, bytes: Uint8Array): Promise<string> {
      const version = versionOf(bytes)
      const key = `photos/${clientId}/${userId}/${version}.webp`
      await use((disk) => disk.put(key, bytes))
      return key
    },
    removeOne: (key: string): Promise<void> => use((disk) => disk.delete(key)),
    /** Deletes every image of a person, including earlier ones. */
    remove: (clientId: string, userId: string): Promise<void> =>
      use((disk) => disk.deleteAll(`photos/${clientId}/${userId}/`)),
    /** The names of all images. A bucket may have objects of other programs, which are left out. */
    async *list(): AsyncGenerator<string> {
      let paginationToken: string | undefined
      do {
        const options = { recursive: true, ...(paginationToken !== undefined && { paginationToken }) }
        // oxlint-disable-next-line no-await-in-loop -- the next page needs the token of this one
        const page = await use((disk) => listPage(disk, options))
        for (const object of page.objects) if (object.isFile && ownName.test(object.key)) yield object.key
        ;({ paginationToken } = page)
      } while (paginationToken !== undefined)
    },
    find: (key: string): Promise<EndpointImage | null> =>
      use(async (disk) => {
        const version = /([\da-f]{24})\.webp$/.exec(key)?.[1] ?? ''
        const bytes = await bytesOf(disk, key)
        return bytes && { type: 'image/webp', bytes, version }
      }),
  }
}

const RETRY_SECONDS = 10

/** Photos of people, public images, and the id of the store. What has another name gets no backup. */
const ownName =
  /^(?:photos\/[\w-]+\/[\w-]+\/[\w-]+\.webp|(?:logos|pictures)\/[\w-]+\/[\w-]+\.(?:png|webp)|image-store-id)$/

/**
 * A new name for a public image. Equal images have different ones: whoever replaces one deletes its
 * file, which another upload must not name.
 */
export const imageName = (): string => randomBytes(12).toString('hex')

/** A name that differs for different contents. */
const versionOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex').slice(0, 24)

async function bytesOf(disk: Disk, file: string): Promise<Uint8Array | null> {
  try {
    return await disk.getBytes(file)
  } catch (error) {
    if (error instanceof Error && isMissing(error.cause)) return null
    throw error
  }
}

/** A folder that does not exist yet has no files. */
async function listPage(disk: Disk, options: Parameters<Disk['listAll']>[1]) {
  try {
    return await disk.listAll('/', options)
  } catch (error) {
    if (error instanceof Error && (isMissing(error) || isMissing(error.cause)))
      return { objects: [], paginationToken: undefined }
    throw error
  }
}

/**
 * The libraries are large, so they are loaded with the first photo, and only those
 * that the store uses.
 */
async function openDisk(dataDir: string, s3: Config['s3']) {
  const driver = s3 ? await createS3Driver(s3) : await createFolderDriver(dataDir)
  const { Disk, errors } = await import('flydrive')
  return { disk: new Disk(driver), errors }
}

async function createFolderDriver(dataDir: string) {
  const { FSDriver } = await import('flydrive/drivers/fs')
  return new FSDriver({ location: join(dataDir, 'storage'), visibility: 'private' })
}

async function createS3Driver({
  bucket,
  endpoint,
  region,
  accessKeyId,
  secretAccessKey,
}: NonNullable<Config['s3']>) {
  const { S3Driver } = await import('flydrive/drivers/s3')
  return new S3Driver({
    bucket,
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    visibility: 'private',
    // Access to photos is decided here. Many stores do not support ACLs.
    supportsACL: false,
    // S3-compatible stores often do not support the checksums that the library adds by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
}

/** An unreachable store must not look like a person without a photo. */
function isMissing(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false
  return cause.name === 'NoSuchKey' || ('code' in cause && cause.code === 'ENOENT')
}
