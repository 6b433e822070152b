import type { InputOf } from '@gatehouse/validation/endpoints/all'
import type { EndpointFile } from '@gatehouse/validation/endpoint'
import { drawQrCode } from '@gatehouse/validation/qr-code'
import type { Context, StaffActor } from '../../context.ts'
import { AppError } from '../../lib/app-error.ts'
import { urlOfKey } from './configuration.ts'
import { getMethod } from './method-list.ts'

type Query = InputOf<'getMethodQrCode'>['query']

/** Pixels per QR module in the PNG: about 10 cm on paper at 300 dpi. */
export const MODULE_PIXELS = 32

/** The QR code of a method as a file. */
export async function getQrCode(
  ctx: Context<StaffActor>,
  id: string,
  { format }: Query,
  publicUrl: string,
): Promise<EndpointFile> {
  const { key } = await getMethod(ctx, id)
  if (key === null) throw new AppError('method_retired')
  const svg = Buffer.from(writeSvg(urlOfKey(publicUrl, key)))
  const name = `qr-${key}.${format}`
  return format === 'svg'
    ? { type: 'image/svg+xml', name, bytes: svg }
    : { type: 'image/png', name, bytes: await writePng(svg) }
}

function writeSvg(url: string): string {
  const { side, path } = drawQrCode(url, 'Q')
  const pixels = side * MODULE_PIXELS
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels}" height="${pixels}" ` +
    `viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges">` +
    `<path d="M0 0h${side}v${side}H0z" fill="#fff"/><path d="${path}"/></svg>`
  )
}

async function writePng(svg: Buffer): Promise<Buffer> {
  // Loaded on first use: the library needs 20 MB.
  const { default: sharp } = await import('sharp')
  return sharp(svg).png({ palette: true }).toBuffer()
}
