import { writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'

const width = 1280
const height = 720

/**
 * Writes a video of a picture held before a camera: slightly tilted, on a grey wall. Chromium plays
 * it as the camera (`--use-file-for-fake-video-capture`).
 * @param page decodes the picture
 */
export async function writeFilm(page: Page, picture: Buffer, file: string): Promise<void> {
  const drawn = await page.evaluate(
    async ({ bytes, size }) => {
      const encoded = Uint8Array.from(atob(bytes), (letter) => letter.codePointAt(0) ?? 0)
      const bitmap = await createImageBitmap(new Blob([encoded]))
      const canvas = new OffscreenCanvas(size.width, size.height)
      const context = canvas.getContext('2d')
      if (!context) throw new Error('There is no canvas')
      context.fillStyle = '#9a9a9a'
      context.fillRect(0, 0, size.width, size.height)
      context.translate(size.width / 2, size.height / 2)
      context.rotate((5 * Math.PI) / 180)
      const scale = Math.min(size.width / bitmap.width, size.height / bitmap.height) * 0.92
      context.scale(scale, scale)
      context.drawImage(bitmap, -bitmap.width / 2, -bitmap.height / 2)
      const { data } = context.getImageData(0, 0, size.width, size.height)
      let luma = ''
      for (let at = 0; at < data.length; at += 4) {
        const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3)
        luma += String.fromCodePoint(
          Math.round(16 + (219 * (0.299 * red + 0.587 * green + 0.114 * blue)) / 255),
        )
      }
      return btoa(luma)
    },
    { bytes: picture.toString('base64'), size: { width, height } },
  )
  // YUV4MPEG2: the brightness of each pixel, and two colour values per four pixels, which are grey
  // here.
  const frame = Buffer.concat([
    Buffer.from('FRAME\n'),
    Buffer.from(drawn, 'base64'),
    Buffer.alloc((width * height) / 2, 128),
  ])
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420mpeg2\n`)
  await writeFile(file, Buffer.concat([head, frame, frame]))
}
