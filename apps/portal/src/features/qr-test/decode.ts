import { decodeQR } from 'qr/decode.js'

/**
 * Larger pictures are scaled down: a code in a part of one is still readable, and a phone does not
 * run out of memory.
 */
const MOST_PIXELS = 2000

/**
 * An image element is a drawing, such as a poster as SVG. It has no pixels of its own, and may have
 * no size.
 */
type Picture = ImageBitmap | HTMLVideoElement | HTMLImageElement

/**
 * The text of the QR code in a picture; undefined where none is readable. It stays in this page.
 */
export function readCode(picture: Picture, canvas: HTMLCanvasElement): string | undefined {
  const [width, height] = sizeOf(picture)
  if (width === 0 || height === 0) return undefined
  const most = MOST_PIXELS / Math.max(width, height)
  const scale = picture instanceof HTMLImageElement ? most : Math.min(1, most)
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return undefined
  // Transparent pixels count as paper.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  try {
    return decodeQR(context.getImageData(0, 0, canvas.width, canvas.height))
  } catch {
    // The library throws where it finds no code.
    return undefined
  }
}

function sizeOf(picture: Picture): [width: number, height: number] {
  if (picture instanceof HTMLVideoElement) return [picture.videoWidth, picture.videoHeight]
  if (picture instanceof HTMLImageElement)
    return [picture.naturalWidth || MOST_PIXELS, picture.naturalHeight || MOST_PIXELS]
  return [picture.width, picture.height]
}
