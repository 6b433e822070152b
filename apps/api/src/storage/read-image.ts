import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { buffer as readAll } from 'node:stream/consumers'
import { logoHeights, type LogoHeight } from '@gatehouse/validation/brand'
import type { UploadedFile } from '@gatehouse/validation/endpoint'
import { limits } from '@gatehouse/validation/limits'
import type { Sharp } from 'sharp'
import { AppError } from '../lib/app-error.ts'
import { createSemaphore, type TaskOwner } from '../lib/semaphore.ts'
import { TOO_MANY_PIXELS } from './draw-svg-codes.ts'

/** Waiting images per person. */
const WAITING = 20
const WAIT_MS = 5000
const DECODE_SECONDS = 10
const drawSvgProgram = join(import.meta.dirname, 'draw-svg.ts')

const queue = {
  maxWaiting: WAITING,
  maxWaitMs: WAIT_MS,
  createError: () => new AppError('unavailable', { retryAfterSeconds: 2 }),
}

/** A decoder needs the memory of all pixels. */
const decoders = createSemaphore({
  permits: Math.max(1, Math.floor(availableParallelism() / 2)),
  ...queue,
})

/** Apart from the decoders: one SVG may take longer than another image waits. */
const drawers = createSemaphore({ permits: 1, ...queue })

/**
 * Reads a photo: re-encodes its middle as a small square. The camera's metadata, such as the
 * location, is dropped.
 * @throws AppError `photo_type`, `photo_animated`, `photo_too_many_pixels`,
 *   `photo_unreadable`, `unavailable`
 */
export function readPhoto(file: UploadedFile, owner: TaskOwner): Promise<Uint8Array> {
  const { side } = limits.photo
  return readRaster(file, owner, (image) =>
    image
      .autoOrient()
      .resize(side, side, { fit: 'cover' })
      .flatten({ background: '#ffffff' })
      .webp({ quality: 84 }),
  )
}

/** Reads the picture of a site, without the camera's metadata. @throws as `readPhoto` */
export function readPicture(file: UploadedFile, owner: TaskOwner): Promise<Uint8Array> {
  const { side } = limits.sitePicture
  return readRaster(file, owner, (image) =>
    image
      .autoOrient()
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .webp({ quality: 76 }),
  )
}

/**
 * Draws a logo as PNG in each height. An SVG is drawn too, so no page ever loads a file that
 * someone uploaded.
 * @throws AppError `logo_type`, `logo_linked`, `logo_too_detailed`, `photo_animated`,
 *   `photo_too_many_pixels`, `photo_unreadable`, `unavailable`
 */
export async function readLogo(
  { type, bytes }: UploadedFile,
  owner: TaskOwner,
): Promise<Record<LogoHeight, Uint8Array>> {
  if (type === 'image/jpeg') throw new AppError('logo_type')
  const isSvg = type === 'image/svg+xml'
  if (!isSvg) assertStillRaster(type, bytes, 'logo_type')
  const source = isSvg ? await drawers.run(() => drawSvg(readSvg(bytes)), owner) : bytes
  return decoders.run(async () => {
    for (const colours of [256, 64, 16]) {
      const drawn = await Promise.all(
        logoHeights.map((height) =>
          decode(source, (image) =>
            image
              .autoOrient()
              .resize({ width: 5 * height, height, fit: 'inside', withoutEnlargement: true })
              .png({ palette: true, colours, effort: 7 }),
          ),
        ),
      )
      const total = drawn.reduce((sum, { byteLength }) => sum + byteLength, 0)
      if (total <= limits.logo.storedBytes)
        return Object.fromEntries(logoHeights.map((height, at) => [height, drawn[at]])) as Record<
          LogoHeight,
          Uint8Array
        >
    }
    throw new AppError('logo_too_detailed')
  }, owner)
}

async function readRaster(
  { type, bytes }: UploadedFile,
  owner: TaskOwner,
  draw: (image: Sharp) => Sharp,
): Promise<Uint8Array> {
  assertStillRaster(type, bytes, 'photo_type')
  return decoders.run(() => decode(bytes, draw), owner)
}

/** Before any decoder: each reads more types than are accepted. */
function assertStillRaster(type: string, bytes: Uint8Array, code: 'photo_type' | 'logo_type'): void {
  if (typeOf(bytes) !== type) throw new AppError(code)
  if (isAnimatedPng(bytes)) throw new AppError('photo_animated')
}

async function decode(bytes: Uint8Array, draw: (image: Sharp) => Sharp): Promise<Uint8Array> {
  const { pixels } = limits.photo
  // Loaded with the first image: its library needs 20 MB.
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
  return draw(sharp(bytes, { limitInputPixels: pixels, failOn: 'error' }))
    .timeout({ seconds: DECODE_SECONDS })
    .toBuffer()
    .catch((cause: unknown) => {
      throw unreadable(cause)
    })
}

/** Draws an SVG as a PNG in a process that ends after a while. */
async function drawSvg(svg: Uint8Array): Promise<Uint8Array> {
  const child = spawn(process.execPath, [drawSvgProgram], {
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: DECODE_SECONDS * 1000,
    killSignal: 'SIGKILL',
  })
  // The program may end before it has read everything.
  child.stdin.on('error', () => {})
  child.stdin.end(svg)
  const ended = once(child, 'close')
  const png = await readAll(child.stdout)
  const [code] = (await ended) as [number | null]
  if (code === TOO_MANY_PIXELS) throw new AppError('photo_too_many_pixels')
  if (code !== 0) throw new AppError('photo_unreadable')
  return png
}

/**
 * Pictures in an SVG, and references to other files. The library loads no other files: the logo
 * would lack them without a word. A picture in it could need a gigabyte.
 */
const outside =
  /<!entity|<(?:[\w.-]+:)?(?:image|feimage|include)\b|@import|\b(?:href|src)\s*=\s*(?!["']?#)|url\(\s*["']?(?!#|["']#)/i

/** @throws AppError `logo_type`, `logo_linked` */
function readSvg(bytes: Uint8Array): Uint8Array {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new AppError('logo_type', { cause })
  }
  // Without its declaration the text is UTF-8, whatever encoding it names.
  const bare = text.replace(/^\s*<\?xml[^>]*\?>/i, '').trimStart()
  if (!/<svg[\s>]/i.test(bare)) throw new AppError('logo_type')
  if (outside.test(bare)) throw new AppError('logo_linked')
  return new TextEncoder().encode(bare)
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
