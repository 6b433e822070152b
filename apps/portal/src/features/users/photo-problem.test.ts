import { limits } from '@gatehouse/validation/limits'
import { expect, it } from 'vitest'
import { findPhotoProblem } from './photo-problem.ts'

const latin = (text: string) => Array.from(text, (letter) => letter.codePointAt(0) ?? 0)
const bigEndian = (number: number, bytes: number) =>
  Array.from({ length: bytes }, (_, at) => (number >>> (8 * (bytes - 1 - at))) & 255)
const littleEndian = (number: number, bytes: number) => bigEndian(number, bytes).toReversed()

const chunk = (name: string, content: number[]) => [
  ...bigEndian(content.length, 4),
  ...latin(name),
  ...content,
  ...bigEndian(0, 4),
]
const png = (side: number, ...more: number[][]) => [
  ...latin('\x89PNG\r\n\x1a\n'),
  ...chunk('IHDR', [...bigEndian(side, 4), ...bigEndian(side, 4), 8, 2, 0, 0, 0]),
  ...more.flat(),
  ...chunk('IDAT', [1, 2, 3]),
]
const jpeg = (side: number) =>
  [
    [0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2],
    [0xff, 0xff, 0xc4, 0, 3, 9],
    [0xff, 0xc2, 0, 11, 8, ...bigEndian(side, 2), ...bigEndian(side, 2), 3],
  ].flat()
const webp = (kind: string, content: number[]) => [
  ...latin('RIFF\0\0\0\0WEBP'),
  ...latin(kind),
  ...littleEndian(content.length, 4),
  ...content,
]
const extended = (flags: number, side: number) =>
  webp('VP8X', [flags, 0, 0, 0, ...littleEndian(side - 1, 3), ...littleEndian(side - 1, 3)])
const lossless = (side: number) => webp('VP8L', [0x2f, ...littleEndian((side - 1) * (1 + 0x4000), 4)])
const lossy = (side: number) =>
  webp('VP8 ', [0, 0, 0, 0x9d, 1, 0x2a, ...littleEndian(side, 2), ...littleEndian(side, 2)])

it.each([
  ['a PNG', png(600), undefined],
  ['a PNG of too many pixels', png(20_000), 'pixels'],
  ['a PNG that moves', png(600, chunk('acTL', [0, 0, 0, 2, 0, 0, 0, 0])), 'animated'],
  ['a PNG whose pixels hold that word', [...png(600), ...chunk('acTL', [])], undefined],
  ['a PNG that ends at once', latin('\x89PNG\r\n\x1a\n'), 'unreadable'],
  ['a JPEG', jpeg(600), undefined],
  ['a JPEG of too many pixels', jpeg(20_000), 'pixels'],
  ['a JPEG that ends at once', [0xff, 0xd8, 0xff], 'unreadable'],
  ['a lossy WebP', lossy(600), undefined],
  ['a lossy WebP of too many pixels', lossy(16_000), 'pixels'],
  ['a lossless WebP', lossless(600), undefined],
  ['a lossless WebP of too many pixels', lossless(16_000), 'pixels'],
  ['an extended WebP', extended(0x10, 600), undefined],
  ['an extended WebP of too many pixels', extended(0x10, 16_000), 'pixels'],
  ['a WebP that moves', extended(0x12, 600), 'animated'],
  ['a GIF', latin('GIF89a'), 'type'],
  ['an SVG', latin('<svg/>'), 'type'],
  ['nothing', [], 'type'],
  ['a file that is too large', Array<number>(limits.photo.bytes + 1).fill(0), 'size'],
])('%s', async (_, bytes, expected) => {
  // Its name and type prove nothing.
  const file = new File([Uint8Array.from(bytes)], 'photo.png', { type: 'image/png' })
  expect(await findPhotoProblem(file)).toBe(expected)
})
