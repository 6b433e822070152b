import { availableParallelism } from 'node:os'
import type { UploadedFile } from '@gatehouse/validation/endpoint'
import { limits } from '@gatehouse/validation/limits'
import { AppError } from '../lib/app-error.ts'
import { createSemaphore, type TaskOwner } from '../lib/semaphore.ts'

/** Waiting photos per person. */
const WAITING = 20
const WAIT_MS = 5000

/** A decoder needs the memory of all pixels. */
const decoders = createSemaphore({
  permits: Math.max(1, Math.floor(availableParallelism() / 2)),
  maxWaiting: WAITING,
  maxWaitMs: WAIT_MS,
  createError: () => new AppError('unavailable', { retryAfterSeconds: 2 }),
})

/**
 * Reads a photo: re-encodes its middle as a small square. The camera's metadata, such as the
 * location, is dropped.
 * @throws AppError `photo_type`, `photo_animated`, `photo_too_many_pixels`,
 *   `photo_unreadable`, `unavailable`
 */
export async function readPhoto({ type, bytes }: UploadedFile, owner: TaskOwner): Promise<Uint8Array> {
  // Before any decoder: one for SVG would read other files.
  if (typeOf(bytes) !== type) throw new AppError('photo_type')
  if (isAnimatedPng(bytes)) throw new AppError('photo_animated')
  return decoders.run(() => draw(bytes), owner)
}

async function draw(bytes: Uint8Array): Promise<Uint8Array> {
  const { pixels, side } = limits.photo
  // Loaded with the first photo: its library needs 20 MB.
  const { default: sharp } = await import('sharp')
  const unreadable = (cause: unknown) => new AppError('photo_unreadable', { cause })
  // Reads the header only.
  const head = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch((cause: unknown) => {
      throw unreadable(cause)
    })
  if ((head.pages ?? 1) > 1) throw new AppError('photo_animated')
  if (head.width * head.height > pixels) throw new AppError('photo_too_many_pixels')
  return sharp(bytes, { limitInputPixels: pixels, failOn: 'error' })
    .autoOrient()
    .resize(side, side, { fit: 'cover' })
    .flatten({ background: '#ffffff' })
    .webp({ quality: 84 })
    .toBuffer()
    .catch((cause: unknown) => {
      throw unreadable(cause)
    })
}

const signatures: Record<string, (bytes: Buffer) => boolean> = {
  'image/png': (bytes) => bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')),
  'image/jpeg': (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  'image/webp': (bytes) =>
    bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
}

/** The type by the first bytes, whatever the request declares. */
function typeOf(bytes: Uint8Array): string | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Object.keys(signatures).find((type) => signatures[type]?.(buffer))
}

/**
 * An animated PNG has a chunk that says so before the pixels. The decoder would take
 * its first frame.
 */
function isAnimatedPng(bytes: Uint8Array): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (typeOf(bytes) !== 'image/png') return false
  for (let at = 8; at + 8 <= buffer.length;) {
    const name = buffer.toString('latin1', at + 4, at + 8)
    if (name === 'acTL') return true
    if (name === 'IDAT') return false
    at += 12 + buffer.readUInt32BE(at)
  }
  return false
}
