// Draws an SVG from standard input as a PNG on standard output, in the size of the largest logo. A
// program of its own: some files take the library hours, and nothing but its end stops it.
import { logoHeights } from '@gatehouse/validation/brand'
import { limits } from '@gatehouse/validation/limits'
import sharp from 'sharp'
import { TOO_MANY_PIXELS } from './draw-svg-codes.ts'

const CSS_DPI = 72
const LARGEST_DENSITY = 7200

const chunks: Buffer[] = []
for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
const svg = Buffer.concat(chunks)
const { format, width, height } = await sharp(svg, { limitInputPixels: false }).metadata()
// The library reads more types.
if (format !== 'svg') process.exit(1)
if (width * height > limits.photo.pixels) process.exit(TOO_MANY_PIXELS)
const largest = Math.max(...logoHeights)
const scale = Math.min((5 * largest) / width, largest / height)
// Drawn at the size that is needed, not enlarged afterwards.
const density = Math.min(LARGEST_DENSITY, Math.max(1, CSS_DPI * scale))
const png = await sharp(svg, { density, limitInputPixels: limits.photo.pixels, failOn: 'error' })
  .resize({ width: 5 * largest, height: largest, fit: 'inside' })
  .png({ compressionLevel: 1 })
  .toBuffer()
process.stdout.write(png)
