import { limits } from '@gatehouse/validation/limits'

export type PhotoProblem = 'type' | 'size' | 'animated' | 'pixels' | 'unreadable'

interface Head {
  isAnimated: boolean
  width: number
  height: number
}

/**
 * Why a file can't be used as a photo, by its first bytes: browsers go by its name, and show the
 * first frame of an animation.
 */
export async function findPhotoProblem(file: Blob): Promise<PhotoProblem | undefined> {
  if (file.size > limits.photo.bytes) return 'size'
  const bytes = new DataView(await file.arrayBuffer())
  try {
    const head = readHead(bytes)
    if (!head) return 'type'
    if (head.isAnimated) return 'animated'
    return head.width * head.height > limits.photo.pixels ? 'pixels' : undefined
  } catch (error) {
    // The file ends within its header.
    if (error instanceof RangeError) return 'unreadable'
    throw error
  }
}

/** Undefined where it is no PNG, JPEG or WebP. */
function readHead(bytes: DataView<ArrayBuffer>): Head | undefined {
  if (textAt(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return readPng(bytes)
  if (textAt(bytes, 0, 3) === '\xff\xd8\xff') return readJpeg(bytes)
  if (textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 4) === 'WEBP') return readWebp(bytes)
  return undefined
}

/** An animated PNG has a chunk for it before the pixels. */
function readPng(bytes: DataView<ArrayBuffer>): Head {
  let isAnimated = false
  for (let at = 8; at + 8 <= bytes.byteLength; at += 12 + bytes.getUint32(at)) {
    const name = textAt(bytes, at + 4, 4)
    if (name === 'IDAT') break
    if (name === 'acTL') isAnimated = true
  }
  return { isAnimated, width: bytes.getUint32(16), height: bytes.getUint32(20) }
}

/** The size is in the first frame header: one of the markers C0 to CF, except C4, C8 and CC. */
function readJpeg(bytes: DataView<ArrayBuffer>): Head {
  for (let at = 2; ; at += 2 + bytes.getUint16(at + 2)) {
    while (bytes.getUint8(at + 1) === 0xff) at += 1
    const marker = bytes.getUint8(at + 1)
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { isAnimated: false, width: bytes.getUint16(at + 7), height: bytes.getUint16(at + 5) }
  }
}

/** Plain, lossless or extended; only the extended one can be animated. */
function readWebp(bytes: DataView<ArrayBuffer>): Head {
  const still = (width: number, height: number) => ({ isAnimated: false, width, height })
  switch (textAt(bytes, 12, 4)) {
    case 'VP8X': {
      const lengthAt = (at: number) => bytes.getUint16(at, true) + bytes.getUint8(at + 2) * 0x1_0000 + 1
      return { isAnimated: (bytes.getUint8(20) & 2) !== 0, width: lengthAt(24), height: lengthAt(27) }
    }
    case 'VP8L': {
      const both = bytes.getUint32(21, true)
      return still((both & 0x3fff) + 1, ((both >>> 14) & 0x3fff) + 1)
    }
    default:
      return still(bytes.getUint16(26, true) & 0x3fff, bytes.getUint16(28, true) & 0x3fff)
  }
}

/** Bytes as characters; fewer where the file ends. */
function textAt({ buffer }: DataView<ArrayBuffer>, from: number, length: number): string {
  return String.fromCodePoint(...new Uint8Array(buffer).subarray(from, from + length))
}
